import Foundation

/// Some lines of a terminal that are rewritten in place: a block below what was there before, or the
/// whole screen. Every change is one write, so that nothing flickers.
public protocol Board: AnyObject {
  /// How much room there is.
  var size: TerminalSize { get }

  /// Rewrites the lines; what does not fit is cut off.
  func show(_ lines: [String])

  /// Tells something that stays for a while.
  func print(_ line: String)

  /// Rings the terminal's bell.
  func ringBell()

  /// The terminal has another size now, or was written to by someone else: draws everything anew.
  func redraw()

  /// Takes the lines away.
  func clear()

  /// Gives the terminal back as it was; what is shown later takes it again.
  func close()
}

/// Control sequences of ECMA-48, which every terminal and the Linux console have.
enum ControlSequence {
  static let clearToEndOfLine = "\u{1B}[K"
  static let clearToEndOfScreen = "\u{1B}[J"
  static let home = "\u{1B}[H"
  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"
  /// xterm's second screen, which leaves the first one as it was.
  static let enterSecondScreen = "\u{1B}[?1049h"
  static let leaveSecondScreen = "\u{1B}[?1049l"

  /// To the beginning of a row, counted from 0.
  static func row(_ row: Int) -> String { "\u{1B}[\(row + 1)H" }

  static func up(_ lines: Int) -> String { lines > 0 ? "\u{1B}[\(lines)A" : "" }
}

/// Lines that are written one after the other and never rewritten: for those whom a screen is read to,
/// and for terminals that can do nothing else. Of what is shown only the lines that are new are written.
public final class LineBoard: Board {
  private let output: any TextOutput
  private var shown: [String] = []

  public init(output: any TextOutput) { self.output = output }

  public var size: TerminalSize { TerminalSize.current() }

  public func show(_ lines: [String]) {
    for line in lines where !isKnown(line) { output.writeLine(line) }
    shown = lines
  }

  /// Whether a line was there before, if only with the mark of what was chosen then.
  private func isKnown(_ line: String) -> Bool {
    shown.contains { $0 == line || (line.first == " " && $0.dropFirst() == line.dropFirst()) }
  }

  public func print(_ line: String) { output.writeLine(line) }
  public func ringBell() { output.write("\u{7}") }
  public func redraw() {}
  public func clear() { shown = [] }
  public func close() {}
}
