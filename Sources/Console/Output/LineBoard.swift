/// Lines that are written one after the other and never rewritten: for those whom a screen is read to,
/// and for terminals that can do nothing else.
public final class LineBoard: Board {
  private let output: any TextOutput
  private var shown: [String] = []

  public init(output: any TextOutput) { self.output = output }

  public var size: TerminalSize { TerminalSize.current() }

  public func show(_ lines: [String]) {
    guard lines != shown else { return }
    shown = lines
    for line in lines { output.writeLine(line) }
  }

  public func print(_ line: String) { output.writeLine(line) }
  public func ringBell() { output.write("\u{7}") }
  public func redraw() {}
  public func clear() { shown = [] }
  public func close() {}
}
