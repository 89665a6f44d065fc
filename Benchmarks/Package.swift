// swift-tools-version: 6.2
import PackageDescription

let onMainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

// Measures Peach against its figures. The folders PowerCut, CDiskLog and PlayedTones and the files FixedSettings.swift and
// SoakEar.swift are links to those of the tests.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "peach", path: ".."),
    .package(name: "font", path: "../tools/font"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    .target(name: "CDiskLog", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "PowerCut", dependencies: [.product(name: "Rooms", package: "peach"), "CDiskLog"]),
    .executableTarget(
      name: "peach-bench",
      dependencies: [
        "PowerCut", .product(name: "Rooms", package: "peach"),
        .product(name: "CJack", package: "peach"), .product(name: "CFluidSynth", package: "peach"),
        .product(name: "BuiltInFont", package: "font"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: onMainActor),
    .testTarget(name: "PeachBenchTests", dependencies: ["peach-bench"]),
  ],
  swiftLanguageModes: [.v6]
)
