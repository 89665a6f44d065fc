/// An output on a terminal that breaks lines anywhere: its lines are broken at spaces before.
public final class WrappedOutput: TextOutput {
  private let output: any TextOutput
  private let columns: () -> Int

  /// - Parameter columns: of the terminal, asked at each line.
  public init(_ output: any TextOutput, columns: @escaping () -> Int = { Terminal.columns() }) {
    self.output = output
    self.columns = columns
  }

  public var failure: String? { output.failure }

  public func write(controls text: String) {
    // A line as long as the terminal is wide would be followed by an empty one on some.
    let width = columns() - 1
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      WrappedText.lines(String($0), width: width)
    }
    output.write(controls: lines.joined(separator: "\n"))
  }
}
