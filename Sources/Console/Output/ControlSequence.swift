/// Control sequences of ECMA-48, which every terminal and the Linux console support, and private
/// modes of xterm and others, which other terminals ignore.
nonisolated enum ControlSequence {
  static let clearToEndOfLine = "\u{1B}[K"
  static let clearToEndOfScreen = "\u{1B}[J"
  static let home = "\u{1B}[H"
  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"

  /// Switches to xterm's second screen, which preserves the first one.
  static let enterSecondScreen = "\u{1B}[?1049h"
  static let leaveSecondScreen = "\u{1B}[?1049l"

  /// Automatic margins (DECAWM): without them nothing at the end of a line begins the next one.
  private static let marginsOn = "\u{1B}[?7h"
  private static let marginsOff = "\u{1B}[?7l"

  /// Synchronized output: everything between the two is shown at once.
  static let beginFrame = "\u{1B}[?2026h"
  static let endFrame = "\u{1B}[?2026l"

  /// Bracketed paste: a paste is between two marks.
  private static let pasteMarksOn = "\u{1B}[?2004h"
  private static let pasteMarksOff = "\u{1B}[?2004l"

  /// The keyboard protocol of kitty: flag 1 distinguishes all keys that are not text, flag 2
  /// reports repetitions and releases. Each of the two screens has flags of its own.
  private static let pushKeyEvents = "\u{1B}[>3u"
  private static let popKeyEvents = "\u{1B}[<u"

  /// Moves to the beginning of a row, counted from 0.
  static func row(_ row: Int) -> String { "\u{1B}[\(row + 1)H" }

  /// Moves to a place, counted from 0.
  static func place(_ row: Int, _ column: Int) -> String {
    if column > 0 { return "\u{1B}[\(row + 1);\(column + 1)H" }
    return row > 0 ? Self.row(row) : home
  }

  /// - Parameter columns: 1 or more.
  static func right(_ columns: Int) -> String { columns == 1 ? "\u{1B}[C" : "\u{1B}[\(columns)C" }

  /// Takes the whole terminal for the stage.
  static func enterStage(_ capabilities: TerminalCapabilities) -> String {
    enterSecondScreen + hideCursor + marginsOff + (capabilities.hasKeyEvents ? pushKeyEvents : "")
  }

  /// Restores the terminal. The screen is cleared, because the Linux console has no second one.
  static func leaveStage(_ capabilities: TerminalCapabilities) -> String {
    (capabilities.hasStyles ? "\u{1B}[m" : "") + (capabilities.hasKeyEvents ? popKeyEvents : "")
      + home + clearToEndOfScreen + marginsOn + showCursor + leaveSecondScreen
  }

  /// The terminal's part of ``Terminal/enterKeyMode()``.
  static func enterKeyMode(_ capabilities: TerminalCapabilities) -> String {
    guard capabilities.canMoveCursor else { return "" }
    return pasteMarksOn + (capabilities.hasKeyEvents ? pushKeyEvents : "")
  }

  static func leaveKeyMode(_ capabilities: TerminalCapabilities) -> String {
    guard capabilities.canMoveCursor else { return "" }
    return (capabilities.hasKeyEvents ? popKeyEvents : "") + pasteMarksOff
  }
}
