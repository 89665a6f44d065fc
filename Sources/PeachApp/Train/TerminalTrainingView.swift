import Console
import Training

/// A run of training on a terminal.
final class TerminalTrainingView: TrainingView {
  private let panel: TrainingPanel
  private let words: TrainingWords
  private let glyphs: Glyphs
  private var xruns = 0

  init(_ training: TrainingName, panel: TrainingPanel, glyphs: Glyphs) {
    words = training.words
    self.panel = panel
    self.glyphs = glyphs
  }

  func showReady(_ description: ReadyDescription) {
    panel.print(description.line)
  }

  func showNotice(_ notice: Notice) {
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

  func showFault(_ fault: Fault) { panel.print("peach: \(fault.message)") }

  func showHelp() { panel.toggleHelp(words.help(glyphs)) }

  func showStopped(_ ending: Ending, trials: Int) {
    panel.clear()
    guard ending != .interrupted else { return }
    panel.print(words.ending(trials: trials, xruns: xruns))
  }

  func redraw() { panel.redraw() }
  func close() { panel.close() }
}
