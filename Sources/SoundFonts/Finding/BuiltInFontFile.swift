import Foundation

/// Where the font is that comes with Peach.
enum BuiltInFontFile {
  static let name = "Peach.sf2"

  /// Beside an installed program (`PREFIX/share/peach/soundfonts`), else in the sources that this program
  /// was built from, wherever it was built to. A package's program looks beside itself alone.
  static var places: [String] {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
    let installed = prefix.appending(path: "share/peach/soundfonts").appending(path: name).path
    #if PACKAGE
      return [installed]
    #else
      var sources = URL(fileURLWithPath: #filePath)
      for _ in 0..<4 { sources.deleteLastPathComponent() }
      return [installed, sources.appending(path: "soundfonts").appending(path: name).path]
    #endif
  }
}
