// swift-tools-version: 6.2
import PackageDescription

// The parser of SoundFonts alone, for libFuzzer: it wants every line built with its own flags. The folders
// are links to the real ones. The fuzzer has a `main` of its own.
let package = Package(
  name: "fuzzing",
  targets: [
    .target(name: "Music"),
    .target(name: "SoundFonts", dependencies: ["Music"]),
    .target(name: "FontFuzzer", dependencies: ["SoundFonts"]),
  ],
  swiftLanguageModes: [.v6]
)
