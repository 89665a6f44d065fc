/// The whole terminal, on its second screen if it has one: the stage. Only what differs from the
/// frame before is written, in one write.
///
/// Printed messages stay at the bottom until they are forgotten; if there are more than a third of
/// the screen has room for, the oldest give way. A ``StageFrame`` shows the latest of them in its
/// own row instead if it has no notice.
public final class FullScreenBoard: Board {
  private enum Content: Equatable {
    case lines([StyledText])
    case frame(StageFrame)
  }

  private let output: any TextOutput
  private let capabilities: TerminalCapabilities
  private let currentSize: () -> TerminalSize
  private var wanted = Content.lines([])
  private var messages: [String] = []
  private var isOpen = false

  /// What the terminal shows; `nil` if that is unknown.
  private var drawn: Grid?

  public init(
    output: any TextOutput, capabilities: TerminalCapabilities = TerminalCapabilities(),
    size: @escaping () -> TerminalSize = { TerminalSize.current() }
  ) {
    self.output = output
    self.capabilities = capabilities
    currentSize = size
  }

  public var size: TerminalSize { currentSize() }

  public func show(_ lines: [String]) { show(.lines(lines.map { StyledText($0) })) }

  public func show(_ frame: StageFrame) { show(.frame(frame)) }

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
    drawn = nil
    if isOpen { draw() }
  }

  public func clear() {
    wanted = .lines([])
    if isOpen { draw() }
  }

  public func close() {
    guard isOpen else { return }
    isOpen = false
    drawn = nil
    CrashGuard.isOnStage = false
    output.write(controls: ControlSequence.leaveStage(capabilities))
  }

  private func show(_ content: Content) {
    guard !isOpen || content != wanted else { return }
    wanted = content
    draw()
  }

  private func draw() {
    let grid = grid(in: size)
    var text = FrameDifference.text(from: isOpen ? drawn : nil, to: grid, on: capabilities)
    if !isOpen {
      CrashGuard.isOnStage = true
      text = ControlSequence.enterStage(capabilities) + text
    }
    isOpen = true
    drawn = grid
    if !text.isEmpty { output.write(controls: text) }
  }

  private func grid(in size: TerminalSize) -> Grid {
    switch wanted {
    case .lines(let lines): return grid(of: lines, in: size)
    case .frame(var frame):
      if frame.notice.isEmpty, let message = messages.last { frame.notice = StyledText(message) }
      return frame.grid(in: size)
    }
  }

  // MARK: Plain lines

  private func grid(of lines: [StyledText], in size: TerminalSize) -> Grid {
    let width = max(size.columns - 1, 1)
    var grid = Grid(size)
    let foot = foot(rows: max(size.rows / 3, 1), width: width)
    let room = max(size.rows - foot.count, 0)
    for (row, line) in visible(lines, room).enumerated() {
      grid.put(line, row: row, column: 0, width: width)
    }
    for (row, line) in foot.enumerated() {
      grid.put(StyledText(line), row: room + row, column: 0, width: width)
    }
    return grid
  }

  /// The latest messages that fit, the oldest of them first; of a message that does not fit alone,
  /// as much as fits.
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
  private func visible(_ lines: [StyledText], _ room: Int) -> [StyledText] {
    let visible = Array(lines.prefix(room))
    guard lines.count > room, !lines[room].isEmpty else { return visible }
    let rest = visible.reversed().prefix { !$0.isEmpty }.count
    return rest <= 2 ? visible.dropLast(rest) : visible
  }
}
