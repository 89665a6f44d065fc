import Charts
import Console
import Training

/// The end of a session, between the training and the start screen.
struct ClosingScreen: Screen {
  private let page: ClosingPage
  private let glyphs: Glyphs

  init(_ page: ClosingPage, glyphs: Glyphs) {
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

/// What the user wants on the closing page of a run that is only a training.
enum ClosingChoice: Hashable {
  case again, leave
  case signal(Int32)
}

extension TrainingServices {
  /// Waits on the closing page until the user wants something.
  func choiceOnPage(of stage: TrainingStage) async -> ClosingChoice {
    await withCheckedContinuation { continuation in
      var isOpen = true
      listen { [weak self] input in
        guard let self, isOpen, let wanted = self.choice(for: input, on: stage) else { return }
        isOpen = false
        self.listen(nil)
        continuation.resume(returning: wanted)
      }
    }
  }

  private func choice(
    for input: InputSource.Input, on stage: TrainingStage
  ) -> ClosingChoice? {
    switch input {
    case .key(let key):
      switch stage.closingPage?.choice(of: key) {
      case .train: return .again
      case .leave: return .leave
      case .profile, .settings, nil: break
      }
    case .endOfInput: return .leave
    case .signal(let number): return .signal(number)
    case .resized: stage.redraw()
    case .suspend:
      // Leaving the stage forgets the page.
      let page = stage.closingPage
      Task {
        await suspend()
        if let page { stage.show(page) }
      }
    case .save: save()
    case .heldKey, .line, .overlongLine, .remote: break
    }
    return nil
  }
}
