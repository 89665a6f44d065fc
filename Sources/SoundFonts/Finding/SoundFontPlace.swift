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
