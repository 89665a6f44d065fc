/// An output on a terminal that breaks lines anywhere: its lines are broken at spaces before.
public final class WrappedOutput: TextOutput {
  private let output: any TextOutput

  public init(_ output: any TextOutput) { self.output = output }

  public var failure: String? { output.failure }
  public var size: TerminalSize { output.size }

  public func write(controls text: String) {
    // A line as long as the terminal is wide would be followed by an empty one on some.
    let width = size.columns - 1
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      WrappedText.lines(String($0), width: width)
    }
    output.write(controls: lines.joined(separator: "\n"))
  }
}
