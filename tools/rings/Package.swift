// swift-tools-version: 6.2
import PackageDescription

// The rings and their tests alone, for ThreadSanitizer: it wants every line built anew, and in the
// whole package that would be the libraries too. The folders are links to the real ones.
let package = Package(
  name: "rings",
  targets: [
    .target(name: "Music"),
    .target(name: "Realtime", dependencies: ["Music"]),
    .testTarget(name: "RealtimeTests", dependencies: ["Realtime", "Music"]),
  ],
  swiftLanguageModes: [.v6]
)
