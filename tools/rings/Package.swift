// swift-tools-version: 6.2
import PackageDescription

// Only the rings and their tests, for ThreadSanitizer, which requires every line to be built anew: in
// the whole package that would include the libraries. The folders are links to the real ones.
let package = Package(
  name: "rings",
  targets: [
    .target(name: "Realtime"),
    .testTarget(name: "RealtimeTests", dependencies: ["Realtime"]),
  ],
  swiftLanguageModes: [.v6]
)
