/// The whole terminal, on its second screen if it has one. A printed message stays at the bottom
/// until another one replaces it.
public final class FullScreenBoard: Board {
  private let output: any TextOutput
  private let currentSize: () -> TerminalSize
  private var wanted: [String] = []
  private var message: [String] = []
  private var isOpen = false

  /// The rows on the terminal; empty if they are unknown.
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

  /// Removes the printed message.
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
    // The Linux console has no second screen, so the screen that it has is cleared.
    output.write(
      ControlSequence.home + ControlSequence.clearToEndOfScreen + ControlSequence.showCursor
        + ControlSequence.leaveSecondScreen)
  }

  private func draw() {
    let size = size
    let width = max(size.columns - 1, 1)
    let foot = foot(rows: max(size.rows / 3, 1), width: width)
    let room = max(size.rows - foot.count, 0)
    var lines = visible(room).map { String($0.prefix(width)) }
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

  /// The message, as much of it as fits.
  private func foot(rows: Int, width: Int) -> [String] {
    guard message.count > rows else { return message }
    let last = message[rows - 1]
    return message.prefix(rows - 1) + [last.prefix(max(width - 4, 0)) + " ..."]
  }

  /// The lines that remain above the message. If the message covers most of a block, the remaining
  /// line or two of that block are removed as well.
  private func visible(_ room: Int) -> [String] {
    let lines = Array(wanted.prefix(room))
    guard wanted.count > room, !wanted[room].isEmpty else { return lines }
    let rest = lines.reversed().prefix { !$0.isEmpty }.count
    return rest <= 2 ? lines.dropLast(rest) : lines
  }
}
