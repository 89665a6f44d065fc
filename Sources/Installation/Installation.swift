import CPackageVersion
import Foundation

/// The version of this program.
public enum PeachVersion {
  /// The version in development, or the released one. `tools/version` reads this line, too.
  static let number = "0.1.0"

  /// The version that the program reports: a package's own version, which names the commit, or else
  /// the number.
  public static let text = peach_package_version().map { String(cString: $0) } ?? number
}

/// The files that come with the program, installed or in its sources.
public enum ShippedFiles {
  /// The built-in SoundFont's folder.
  public static var soundFonts: [URL] {
    places(inPrefix: "share/peach/soundfonts", inSources: "soundfonts")
  }

  /// The maps of MIDI controllers.
  public static var controllers: [URL] {
    places(inPrefix: "share/peach/controllers", inSources: "config/controllers")
  }

  /// The presets of settings.
  public static var presets: [URL] {
    places(inPrefix: "share/peach/presets", inSources: "config/presets")
  }

  /// The plans.
  public static var plans: [URL] {
    places(inPrefix: "share/peach/plans", inSources: "config/plans")
  }

  /// The descriptions of the columns of BIDS trees.
  public static var bids: [URL] { places(inPrefix: "share/peach/bids", inSources: "config/bids") }

  /// The translations, in gettext's folders: `LANGUAGE/LC_MESSAGES/peach.mo`.
  public static var locales: [URL] { places(inPrefix: "share/locale", inSources: "locale") }

  /// Beside an installed program (`PREFIX/share/…`), else in the sources from which this program
  /// was built, wherever the build folder is. A packaged program looks only beside itself.
  private static func places(inPrefix installed: String, inSources source: String) -> [URL] {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
    #if PACKAGE
      return [prefix.appending(path: installed)]
    #else
      var sources = URL(fileURLWithPath: #filePath)
      for _ in 0..<3 { sources.deleteLastPathComponent() }
      return [prefix.appending(path: installed), sources.appending(path: source)]
    #endif
  }
}
