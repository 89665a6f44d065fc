/// The whole terminal, on its second screen if it has one. Printed messages stay at the bottom until they
/// are forgotten; if there are more than a third of the screen has room for, the oldest give way.
public final class FullScreenBoard: Board {
  private let output: any TextOutput
  private let currentSize: () -> TerminalSize
  private var wanted: [String] = []
  private var messages: [String] = []
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
    let lines = lines.map(\.visible)
    guard !isOpen || lines != wanted else { return }
    wanted = lines
    draw()
  }

  public func print(_ line: String) {
    let line = line.visible
    messages.removeAll { $0 == line }
    messages.append(line)
    messages = messages.suffix(Self.mostMessages)
    draw()
  }

  /// Removes the printed messages.
  public func forgetMessages() {
    guard !messages.isEmpty else { return }
    messages = []
    draw()
  }

  public func ringBell() { output.write(controls: "\u{7}") }
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
    drawn = []
    CrashGuard.isOnSecondScreen = false
    // The Linux console has no second screen, so the screen that it has is cleared.
    output.write(
      controls: ControlSequence.home + ControlSequence.clearToEndOfScreen
        + ControlSequence.showCursor
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
    output.write(controls: text)
  }

  /// The latest messages that fit, the oldest of them first; of a message that does not fit alone, as much as
  /// fits.
  private func foot(rows: Int, width: Int) -> [String] {
    var foot: [String] = []
    for message in messages.reversed() {
      let lines = WrappedText.lines(message, width: width)
      guard foot.count + lines.count <= rows else { break }
      foot = lines + foot
    }
    guard foot.isEmpty, let message = messages.last else { return foot }
    let lines = WrappedText.lines(message, width: width)
    let last = lines[rows - 1]
    return lines.prefix(rows - 1) + [last.prefix(max(width - 4, 0)) + " ..."]
  }

  private static let mostMessages = 20

  /// The lines that remain above the message. If the message covers most of a block, the remaining
  /// line or two of that block are removed as well.
  private func visible(_ room: Int) -> [String] {
    let lines = Array(wanted.prefix(room))
    guard wanted.count > room, !wanted[room].isEmpty else { return lines }
    let rest = lines.reversed().prefix { !$0.isEmpty }.count
    return rest <= 2 ? lines.dropLast(rest) : lines
  }
}
