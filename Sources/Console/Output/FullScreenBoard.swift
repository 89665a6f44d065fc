/// The whole terminal, on its second screen if it has one: the stage. Only what differs from the
/// frame before is written, in one write.
public final class FullScreenBoard: Board {
  private enum Content: Equatable {
    case lines([StyledText])
    case frame(StageFrame)
  }

  private let output: any TextOutput
  private let capabilities: TerminalCapabilities
  private var wanted = Content.lines([])
  private var isOpen = false

  /// What the terminal shows; `nil` if that is unknown.
  private var drawn: Grid?

  public init(
    output: any TextOutput, capabilities: TerminalCapabilities = TerminalCapabilities()
  ) {
    self.output = output
    self.capabilities = capabilities
  }

  public var size: TerminalSize { output.size }

  public func show(_ lines: [String]) { show(.lines(lines.map { StyledText($0) })) }

  public func show(_ frame: StageFrame) { show(.frame(frame)) }

  public func print(_: String) {}

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
    case .lines(let lines): Grid(lines, size: size)
    case .frame(let frame): frame.grid(in: size)
    }
  }
}
