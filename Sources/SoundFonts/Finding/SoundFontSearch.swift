import Foundation

/// The places to search for SoundFonts besides the built-in one, in order.
public struct SoundFontSearch: Hashable, Sendable {
  /// The folders for SoundFonts within a data folder that distributions and programs use.
  static let dataFolders = ["soundfonts", "sounds/sf2", "sounds/sf3"]

  public let places: [SoundFontLocation]

  /// No other places.
  public static let builtInOnly = SoundFontSearch(places: [])

  public init(places: [SoundFontLocation]) { self.places = places }

  /// - Parameters:
  ///   - option: files and folders given for this run.
  ///   - settings: files and folders from the settings file.
  ///   - environment: `SF2_PATH` (colons between), `DEFAULT_SOUNDFONT`, `XDG_DATA_HOME`,
  ///     `XDG_DATA_DIRS`, `HOME`.
  ///   - synthesizerDefault: what FluidSynth plays by default. Ignored if `DEFAULT_SOUNDFONT` is
  ///     empty, which means that there is no default.
  public init(
    option: [String] = [], settings: [String] = [], environment: [String: String],
    synthesizerDefault: String? = nil
  ) {
    func list(_ variable: String) -> [String] {
      (environment[variable] ?? "").split(separator: ":").map(String.init)
    }
    var places = option.map { SoundFontLocation(.option, $0) }
    places += settings.map { SoundFontLocation(.settings, $0) }
    places += list("SF2_PATH").map { SoundFontLocation(.environment("SF2_PATH"), $0) }
    if let font = environment["DEFAULT_SOUNDFONT"], !font.isEmpty {
      places.append(SoundFontLocation(.environment("DEFAULT_SOUNDFONT"), font))
    }
    // The specification requires relative paths to be ignored.
    func absolute(_ paths: [String]) -> [String] { paths.filter { $0.hasPrefix("/") } }
    let home =
      absolute([environment["XDG_DATA_HOME"] ?? ""]).first
      ?? environment["HOME"].map { "\($0)/.local/share" }
    let shared = absolute(list("XDG_DATA_DIRS"))
    let folders =
      [home].compactMap { $0 } + (shared.isEmpty ? ["/usr/local/share", "/usr/share"] : shared)
    for folder in folders {
      for name in Self.dataFolders {
        places.append(
          SoundFontLocation(.data, (folder.hasSuffix("/") ? folder : folder + "/") + name))
      }
    }
    if let font = synthesizerDefault, !font.isEmpty, environment["DEFAULT_SOUNDFONT"] != "" {
      places.append(SoundFontLocation(.synthesizer, font))
    }
    self.places = places
  }
}

/// A file or a folder to search for SoundFonts.
public struct SoundFontLocation: Hashable, Sendable {
  /// Where the place comes from.
  public enum Origin: Hashable, Sendable {
    /// The font that comes with Peach.
    case builtIn
    /// This run's option.
    case option
    /// The settings file.
    case settings
    /// A variable of the environment: `SF2_PATH`, `DEFAULT_SOUNDFONT`.
    case environment(String)
    /// A data folder, by the XDG Base Directory Specification.
    case data
    /// What FluidSynth plays by default.
    case synthesizer
  }

  public let origin: Origin
  public let path: String

  public init(_ origin: Origin, _ path: String) {
    self.origin = origin
    self.path = path
  }

  /// Whether the user has named it and so expects a font there.
  var isNamed: Bool {
    switch origin {
    case .option, .settings, .environment: true
    case .builtIn, .data, .synthesizer: false
    }
  }
}
