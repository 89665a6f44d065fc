// swift-tools-version: 6.2
import PackageDescription

/// Sums of thousands of partials take minutes when they are not optimized.
let isOptimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

// The built-in SoundFont and the program that writes it. The folder FontWriter is a link to the one that the
// tests use, Music to the room.
let package = Package(
  name: "font",
  products: [.library(name: "BuiltInFont", targets: ["BuiltInFont"])],
  targets: [
    .target(name: "BuiltInFont", swiftSettings: isOptimized),
    .executableTarget(name: "peach-font", dependencies: ["BuiltInFont"]),
    .target(name: "Music", swiftSettings: isOptimized),
    .testTarget(
      name: "BuiltInFontTests", dependencies: ["BuiltInFont", "Music"], swiftSettings: isOptimized),
  ],
  swiftLanguageModes: [.v6]
)
