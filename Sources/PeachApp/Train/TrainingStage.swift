import Charts
import Client
import Console
import Program

/// The terminal while a training runs and when it is over: the scene of the moment, help on request, and
/// the closing page, with the notices and the status of the run. Main thread.
final class TrainingStage {
  let glyphs: Glyphs
  let status: StageStatus

  /// Which training it is and how far it has come; shown with the next scene.
  var session = SessionProgress()

  let board: any Board
  private let output: any TextOutput
  private var content: Content?

  private enum Content {
    case scene(TrialScene)
    case closing(any EndPage)
  }

  /// What is shown over the training on request.
  enum Cover {
    case help(HelpPage<Never>)
    case outputs(OutputScreen)
  }

  /// A closing page removes it.
  var cover: Cover? { didSet { draw() } }

  /// - Parameters:
  ///   - output: where lines remain when the stage is left.
  ///   - status: the notices and the status of the run.
  init(board: any Board, output: any TextOutput, status: StageStatus, glyphs: Glyphs) {
    self.board = board
    self.output = output
    self.status = status
    self.glyphs = glyphs
  }

  /// Covers the training with what the keys of a page do, and the last messages.
  func showHelp(_ page: KeyTable.Page) {
    cover = .help(HelpPage(page, messages: status.messages, glyphs: glyphs))
  }

  /// Passes a key to the help, if that is shown.
  func handleInHelp(_ key: Key) {
    guard case .help(var page) = cover else { return }
    cover = page.handle(key) == .back ? nil : .help(page)
  }

  func show(_ scene: TrialScene) {
    content = .scene(scene)
    draw()
  }

  func show(_ page: any EndPage) {
    content = .closing(page)
    cover = nil
  }

  /// The answer that may be shown was taken back.
  func withdraw() {
    if case .scene(let scene) = content { show(scene.withdrawn) }
  }

  /// The page that is shown, if a session or a plan has ended.
  var closingPage: (any EndPage)? {
    if case .closing(let page) = content { page } else { nil }
  }

  /// The lines that stay on the ordinary screen when the stage is left.
  var remains: [String] = []

  func ringBell() { board.ringBell() }

  /// Draws what has changed: the notice, the status, or the size of the terminal.
  func draw() {
    guard let content else { return }
    let size = board.size
    let frame =
      switch cover {
      case .help(let page): page.stage(in: size)
      case .outputs(let screen): screen.stage(in: size)
      case nil:
        switch content {
        case .scene(let scene): scene.frame(of: session, in: size, glyphs: glyphs)
        case .closing(let page): page.frame(in: size, glyphs: glyphs)
        }
      }
    board.show(status.fill(frame))
  }

  /// Draws everything for the size that the terminal has now.
  func redraw() {
    draw()
    board.redraw()
  }

  /// Forgets what was shown. It stays until something else is.
  func forget() {
    (content, session) = (nil, SessionProgress())
    cover = nil
  }

  /// Removes what was shown.
  func clear() {
    forget()
    board.clear()
  }

  /// Restores the terminal, with what remains below what was there before.
  func close() {
    forget()
    board.close()
    for line in remains { output.writeLine(line) }
    remains = []
  }
}
