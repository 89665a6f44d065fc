/// The whole of a terminal, on its second screen where it has one. What is printed stands at the bottom
/// until something else does.
public final class FullScreenBoard: Board {
  private let output: any TextOutput
  private let currentSize: () -> TerminalSize
  private var wanted: [String] = []
  private var message: [String] = []
  private var isOpen = false

  /// What stands on the terminal, row by row; empty where that is not known.
  private var drawn: [String] = []

  public init(
    output: any TextOutput, size: @escaping () -> TerminalSize = { TerminalSize.current() }
  ) {
    self.output = output
    currentSize = size
  }

  public var size: TerminalSize { currentSize() }

  public func show(_ lines: [String]) {
    guard !isOpen || lines != wanted else { return }
    wanted = lines
    draw()
  }

  public func print(_ line: String) {
    message = WrappedText.lines(line, width: size.columns - 1)
    draw()
  }

  /// Takes back what was printed.
  public func forgetMessage() {
    guard !message.isEmpty else { return }
    message = []
    draw()
  }

  public func ringBell() { output.write("\u{7}") }
  public func redraw() {
    drawn = []
    if isOpen { draw() }
  }

  public func clear() {
    wanted = []
    if isOpen { draw() }
  }

  public func close() {
    guard isOpen else { return }
    isOpen = false
    CrashGuard.isOnSecondScreen = false
    // The Linux console has no second screen: nothing of ours stays on the one that it has.
    output.write(
      ControlSequence.home + ControlSequence.clearToEndOfScreen + ControlSequence.showCursor
        + ControlSequence.leaveSecondScreen)
  }

  private func draw() {
    let size = size
    let width = max(size.columns - 1, 1)
    let foot = message.suffix(max(size.rows / 3, 1))
    let room = max(size.rows - foot.count, 0)
    var lines = wanted.prefix(room).map { String($0.prefix(width)) }
    lines += Array(repeating: "", count: max(room - lines.count, 0))
    lines += foot.map { String($0.prefix(width)) }
    let frame = Array(lines.prefix(size.rows))
    var text = isOpen ? "" : ControlSequence.enterSecondScreen + ControlSequence.hideCursor
    if !isOpen || drawn.count != frame.count { drawn = [] }
    isOpen = true
    CrashGuard.isOnSecondScreen = true
    if drawn.isEmpty { text += ControlSequence.home + ControlSequence.clearToEndOfScreen }
    for (row, line) in frame.enumerated() where drawn.isEmpty || drawn[row] != line {
      text += ControlSequence.row(row) + line + ControlSequence.clearToEndOfLine
    }
    drawn = frame
    output.write(text)
  }
}
