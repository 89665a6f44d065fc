import Charts
import Console
import Program
import Training

/// The end of a session, between the training and the start screen.
struct ClosingScreen: Screen {
  private let page: any EndPage
  private let glyphs: Glyphs

  init(_ page: any EndPage, glyphs: Glyphs) {
    self.page = page
    self.glyphs = glyphs
  }

  func frame(in size: TerminalSize) -> StageFrame? { page.frame(in: size, glyphs: glyphs) }

  func spoken(in _: TerminalSize) -> [String] { page.lines }

  func handle(_ key: Key) -> ScreenReply<ScreenAction> {
    switch page.choice(of: key) {
    case .train(let choice): .perform(.train(choice))
    case .profile: .perform(.open(.profile))
    case .settings: .perform(.open(.settings))
    case .leave: .back
    case nil where key == .character("?"): .help
    case nil: ScreenAction(everywhere: key).map { ScreenReply.perform($0) } ?? .stay
    }
  }
}
