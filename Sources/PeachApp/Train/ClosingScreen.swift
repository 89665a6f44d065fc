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

  /// Empty: the keys are all on the page.
  var help: [String] { [] }

  func frame(in size: TerminalSize) -> StageFrame? { page.frame(in: size, glyphs: glyphs) }

  func spoken(in _: TerminalSize) -> [String] { page.lines }

  func handle(_ key: Key) -> ScreenReply<ScreenAction> {
    switch key {
    case .enter: return .perform(.train(page.choice))
    case .escape, .character("q"), .character("Q"): return .back
    case .character("5"): return .perform(.open(.profile))
    case .character("6"): return .perform(.open(.settings))
    case .character(let digit):
      let chosen = TrainingChoice.all.first { "\(ClosingPage.number(of: $0))" == "\(digit)" }
      guard let chosen else { return .stay }
      return .perform(.train(chosen))
    default: return .stay
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
    case .key(.enter): return .again
    case .key(.escape), .key(.character("q")), .key(.character("Q")), .endOfInput: return .leave
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
    case .key, .heldKey, .line, .overlongLine, .remote: break
    }
    return nil
  }
}
