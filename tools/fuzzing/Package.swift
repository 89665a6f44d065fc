// swift-tools-version: 6.2
import PackageDescription

// Only the SoundFont parser, for libFuzzer, which requires every line to be built with its flags. The
// folders are links to the real ones. The fuzzer brings its own `main`.
let package = Package(
  name: "fuzzing",
  targets: [
    .target(name: "Music"),
    .systemLibrary(name: "CFileNames"),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .target(name: "Files", dependencies: ["CFileNames", "CXXHash"]),
    .target(name: "CPackageVersion"),
    .target(name: "Installation", dependencies: ["CPackageVersion"]),
    .target(name: "SoundFonts", dependencies: ["Music", "Files", "Installation"]),
    .target(name: "FontFuzzer", dependencies: ["SoundFonts"]),
  ],
  swiftLanguageModes: [.v6]
)
