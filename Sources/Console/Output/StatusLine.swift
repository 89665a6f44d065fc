import Foundation

/// One line at the bottom of a terminal that is rewritten in place, with lines of record above it.
///
/// It needs no escape codes: a carriage return and spaces do, on every terminal there is.
public final class StatusLine {
  private let output: any TextOutput
  private let columns: () -> Int
  private var shown = ""

  public init(output: any TextOutput, columns: @escaping () -> Int = { Terminal.columns() }) {
    self.output = output
    self.columns = columns
  }

  /// Rewrites the line.
  public func show(_ text: String) {
    let fitting = String(text.prefix(max(columns() - 1, 1)))
    let padding = String(repeating: " ", count: max(shown.count - fitting.count, 0))
    let back = padding.isEmpty ? "" : "\r" + fitting
    output.write("\r" + fitting + padding + back)
    shown = fitting
  }

  /// Writes a line above the status.
  public func print(_ line: String) {
    let status = shown
    clear()
    output.writeLine(line)
    if !status.isEmpty { show(status) }
  }

  /// Rings the terminal's bell.
  public func ringBell() { output.write("\u{7}") }

  /// Empties the line; the cursor stands at its beginning.
  public func clear() {
    guard !shown.isEmpty else { return }
    output.write("\r" + String(repeating: " ", count: shown.count) + "\r")
    shown = ""
  }
}
