import Charts
import Console

/// The terminal while a training runs and when it is over: the scene of the moment, help on request, and
/// the closing page. Main thread.
final class TrainingStage {
  let glyphs: Glyphs
  private let board: any Board

  /// Puts the notice and the status into a frame.
  private let complete: (StageFrame) -> StageFrame

  private var session = SessionPlace()
  private var content: Content?
  private var help: [String]?

  private enum Content {
    case scene(TrialScene)
    case closing(ClosingPage)
  }

  /// - Parameter complete: puts the notice and the status into a frame.
  init(
    board: any Board, glyphs: Glyphs,
    complete: @escaping (StageFrame) -> StageFrame = { $0 }
  ) {
    self.board = board
    self.glyphs = glyphs
    self.complete = complete
  }

  /// Shows which training it is, and how far it has come.
  func show(_ session: SessionPlace) {
    guard session != self.session else { return }
    self.session = session
    draw()
  }

  func show(_ scene: TrialScene) {
    content = .scene(scene)
    draw()
  }

  func show(_ page: ClosingPage) {
    content = .closing(page)
    help = nil
    draw()
  }

  /// Shows lines of help, or hides them if they are already shown.
  func toggleHelp(_ lines: [String]) {
    help = help == lines ? nil : lines
    draw()
  }

  /// Shows a message for a while.
  func print(_ line: String) { board.print(line) }

  func ringBell() { board.ringBell() }

  /// Draws everything for the size that the terminal has now.
  func redraw() {
    draw()
    board.redraw()
  }

  /// Forgets what was shown.
  func clear() {
    (content, help, session) = (nil, nil, SessionPlace())
    board.clear()
  }

  /// Restores the terminal.
  func close() {
    (content, help, session) = (nil, nil, SessionPlace())
    board.close()
  }

  private func draw() {
    guard let content else { return }
    let size = board.size
    let frame =
      if let help {
        TrialScene.text(help).frame(of: session, in: size, glyphs: glyphs)
      } else {
        switch content {
        case .scene(let scene): scene.frame(of: session, in: size, glyphs: glyphs)
        case .closing(let page): page.frame(in: size, glyphs: glyphs)
        }
      }
    board.show(complete(frame))
  }
}
