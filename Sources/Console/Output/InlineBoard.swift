/// A block of lines at the bottom of a terminal. Printed lines appear above it and remain.
public final class InlineBoard: Board {
  private let output: any TextOutput
  private let currentSize: () -> TerminalSize
  private var wanted: [String] = []
  private var shown: [String] = []

  public init(
    output: any TextOutput, size: @escaping () -> TerminalSize = { TerminalSize.current() }
  ) {
    self.output = output
    currentSize = size
  }

  public var size: TerminalSize { currentSize() }

  public func show(_ lines: [String]) {
    wanted = lines.map(\.visible)
    let fitting = Self.fit(wanted, size)
    guard fitting != shown else { return }
    output.write(controls: back + Self.text(fitting))
    shown = fitting
  }

  public func print(_ line: String) {
    let text = WrappedText.lines(line.visible, width: max(size.columns - 1, 1))
      .joined(separator: ControlSequence.clearToEndOfLine + "\r\n")
    output.write(
      controls: back + text + ControlSequence.clearToEndOfScreen + "\n"
        + Self.text(Self.fit(wanted, size)))
    shown = Self.fit(wanted, size)
  }

  public func ringBell() { output.write(controls: "\u{7}") }

  public func redraw() {
    output.write(controls: back + Self.text(Self.fit(wanted, size)))
    shown = Self.fit(wanted, size)
  }

  public func clear() {
    wanted = []
    guard !shown.isEmpty else { return }
    output.write(controls: back + ControlSequence.clearToEndOfScreen)
    shown = []
  }

  public func close() { clear() }

  /// Moves to the beginning of the block.
  private var back: String { shown.isEmpty ? "" : "\r" + ControlSequence.up(shown.count - 1) }

  private static func text(_ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    return lines.map { $0 + ControlSequence.clearToEndOfLine }.joined(separator: "\r\n")
      + ControlSequence.clearToEndOfScreen
  }

  /// One column and one row stay free, because some terminals scroll if the last one is used.
  private static func fit(_ lines: [String], _ size: TerminalSize) -> [String] {
    lines.prefix(max(size.rows - 1, 1)).map {
      StyledText($0).prefix(max(size.columns - 1, 1)).plain
    }
  }
}
