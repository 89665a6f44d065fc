import Console
import Language

/// A run of training on a terminal.
final class PanelMode: OutputMode {
  private let words: TrainingWords
  private let panel: TrainingPanel
  private let glyphs: Glyphs
  private let ringsBell: () -> Bool
  private var xruns = 0

  /// - Parameter ringsBell: whether a wrong answer rings the terminal's bell, asked at each one.
  init(
    _ words: TrainingWords, panel: TrainingPanel, glyphs: Glyphs, ringsBell: @escaping () -> Bool
  ) {
    self.words = words
    self.panel = panel
    self.glyphs = glyphs
    self.ringsBell = ringsBell
  }

  func show(_ trial: ShownTrial) { panel.show(title: trial.title) }

  func show(_ state: ShownState) {
    if let status = state.status {
      panel.show(state: status)
    } else if state.isIdle {
      panel.clear()
    }
  }

  func show(_ result: ShownResult) {
    if result.isWrong, ringsBell() { panel.ringBell() }
    panel.show(result: result.line, result.point)
  }

  func show(_ withdrawal: ShownWithdrawal) { panel.withdrawLast(withdrawal.line) }

  func show(_ discard: ShownDiscard) {
    if let line = discard.line { panel.print(line) }
  }

  func showSummary(_ text: String) { panel.print(text) }

  func showReady(_ description: ReadyDescription) {
    panel.print(description.line)
  }

  func showNotice(_ notice: Notice) {
    switch notice.code {
    case .xrun: xruns += notice.count ?? 1
    // A key that does not fit is no news; what the keys do stands on the status line.
    case .ignored: break
    // A training that waits says so on its status line.
    case .serverStalled, .serverResumed, .unconnected: break
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
