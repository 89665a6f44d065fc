/// A run of training on a terminal.
public final class TerminalTrainingView: TrainingView {
  private let panel: TrainingPanel
  private let words: TrainingWords
  private let glyphs: Glyphs
  private var xruns = 0

  public init(_ training: TrainingName, panel: TrainingPanel, glyphs: Glyphs) {
    words = training.words
    self.panel = panel
    self.glyphs = glyphs
  }

  public func showReady(_ description: ReadyDescription) {
    panel.print(description.line)
  }

  public func showNotice(_ notice: Notice) {
    switch notice {
    case .xrun(let count): xruns += count
    // A key that does not fit is no news; what the keys do stands on the status line.
    case .ignored: break
    case .waitingForStart: panel.show(state: TrainingWords.pressKey)
    // One line that stays, however often Peach tries; what follows says the rest.
    case .reconnecting: panel.show(state: TrainingWords.serverAway)
    case .reconnected: panel.clear()
    default: panel.print(notice.message)
    }
  }

  public func showFault(_ fault: Fault) { panel.print("peach: \(fault.message)") }

  public func showHelp() { panel.toggleHelp(words.help(glyphs)) }

  public func showStopped(_ ending: Ending, trials: Int) {
    panel.clear()
    guard ending != .interrupted else { return }
    panel.print(words.ending(trials: trials, xruns: xruns))
  }

  public func redraw() { panel.redraw() }
  public func close() { panel.close() }
}
