import Language

/// What a terminal can show and report, as far as the environment says.
public nonisolated struct TerminalCapabilities: Hashable, Sendable {
  /// Whether weights and colours are used. Without them not a single SGR sequence is written.
  public var hasStyles = true

  /// Whether the locale is UTF-8.
  public var isUnicode = true

  /// Whether lines can be rewritten at all. Without it the program writes one line after the other.
  public var canMoveCursor = true

  /// Whether frames are marked as such, so that a terminal shows each as a whole (mode 2026).
  /// Terminals that do not know the mode ignore it.
  public var hasSynchronizedOutput = true

  /// Whether the terminal is asked for key events with the protocol of kitty (flags 1 and 2).
  /// Terminals that do not know it ignore this; the Linux console may not.
  public var hasKeyEvents = true

  /// What a current terminal emulator has.
  public init() {}

  /// - Parameter environment: `TERM`, `NO_COLOR` (https://no-color.org) and the variables of the
  ///   locale.
  public init(_ environment: [String: String]) {
    let type = environment["TERM"] ?? ""
    canMoveCursor = !type.isEmpty && type != "dumb"
    let isEmulator = canMoveCursor && type != "linux"
    hasStyles = canMoveCursor && environment["NO_COLOR", default: ""].isEmpty
    isUnicode = LocaleVariables(environment).isUnicode
    hasSynchronizedOutput = isEmulator
    hasKeyEvents = isEmulator
  }
}
