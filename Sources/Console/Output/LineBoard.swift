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
