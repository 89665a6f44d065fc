import Foundation

/// Where SoundFonts are looked for besides the built-in one, in this order.
public struct SoundFontSearch: Hashable, Sendable {
  /// The folders for SoundFonts within a folder for data, as distributions and programs use them.
  static let dataFolders = ["soundfonts", "sounds/sf2", "sounds/sf3"]

  public let places: [SoundFontPlace]

  /// Nowhere else.
  public static let builtInOnly = SoundFontSearch(places: [])

  public init(places: [SoundFontPlace]) { self.places = places }

  /// - Parameters:
  ///   - option: files and folders named for this run.
  ///   - settings: files and folders of the settings file.
  ///   - environment: `SF2_PATH` (colons between), `DEFAULT_SOUNDFONT`, `XDG_DATA_HOME`, `XDG_DATA_DIRS`,
  ///     `HOME`.
  ///   - synthesizerDefault: what FluidSynth plays where it is told nothing. An empty `DEFAULT_SOUNDFONT`
  ///     says that there is no default: then this does not count.
  public init(
    option: [String] = [], settings: [String] = [], environment: [String: String],
    synthesizerDefault: String? = nil
  ) {
    func list(_ variable: String) -> [String] {
      (environment[variable] ?? "").split(separator: ":").map(String.init)
    }
    var places = option.map { SoundFontPlace(.option, $0) }
    places += settings.map { SoundFontPlace(.settings, $0) }
    places += list("SF2_PATH").map { SoundFontPlace(.environment("SF2_PATH"), $0) }
    if let font = environment["DEFAULT_SOUNDFONT"], !font.isEmpty {
      places.append(SoundFontPlace(.environment("DEFAULT_SOUNDFONT"), font))
    }
    // The specification wants relative paths passed over.
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
          SoundFontPlace(.data, (folder.hasSuffix("/") ? folder : folder + "/") + name))
      }
    }
    if let font = synthesizerDefault, !font.isEmpty, environment["DEFAULT_SOUNDFONT"] != "" {
      places.append(SoundFontPlace(.synthesizer, font))
    }
    self.places = places
  }
}

/// A file or a folder in which SoundFonts are looked for.
public struct SoundFontPlace: Hashable, Sendable {
  /// Who names the place.
  public enum Origin: Hashable, Sendable {
    /// The font that comes with Peach.
    case builtIn
    /// The option of this run.
    case option
    /// The settings file.
    case settings
    /// A variable of the environment: `SF2_PATH`, `DEFAULT_SOUNDFONT`.
    case environment(String)
    /// A folder for data, by the XDG Base Directory Specification.
    case data
    /// What FluidSynth plays where it is told nothing.
    case synthesizer
  }

  public let origin: Origin
  public let path: String

  public init(_ origin: Origin, _ path: String) {
    self.origin = origin
    self.path = path
  }

  /// Whether the user has named it: there should be a font then.
  var isNamed: Bool {
    switch origin {
    case .option, .settings, .environment: true
    case .builtIn, .data, .synthesizer: false
    }
  }
}
