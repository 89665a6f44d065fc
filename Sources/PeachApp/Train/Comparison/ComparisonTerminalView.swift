import Charts
import Console
import Music
import Training

/// Comparisons on a terminal.
final class ComparisonTerminalView: ComparisonView {
  private let panel: TrainingPanel
  private let glyphs: Glyphs
  private let sessionBest: () -> Cents?
  private let ringsBell: () -> Bool
  private var challenge: PosedComparison?
  private var best: Cents?

  /// - Parameters:
  ///   - sessionBest: the smallest difference that was told right, asked at each result.
  ///   - ringsBell: whether a wrong answer rings the terminal's bell, asked at each one.
  init(
    panel: TrainingPanel, glyphs: Glyphs, sessionBest: @escaping () -> Cents?,
    ringsBell: @escaping () -> Bool
  ) {
    self.panel = panel
    self.glyphs = glyphs
    self.sessionBest = sessionBest
    self.ringsBell = ringsBell
  }

  func comparisonPosed(_ challenge: PosedComparison) {
    self.challenge = challenge
    panel.show(
      title: ComparisonText.title(challenge.comparison.interval, challenge.tuningSystem))
  }

  func comparisonStateChanged(to state: ComparisonState) {
    guard let challenge else { return }
    if let text = ComparisonText.status(state, of: challenge, glyphs: glyphs) {
      panel.show(state: text)
    } else if state == .idle {
      panel.clear()
    }
  }

  func comparisonCompleted(_ completed: CompletedComparison) {
    guard let challenge else { return }
    best = sessionBest()
    if !completed.isCorrect, ringsBell() { panel.ringBell() }
    panel.show(
      result: ComparisonText.result(completed, index: challenge.index, glyphs: glyphs),
      CoursePoint(
        cents: completed.comparison.centOffset.magnitude,
        mark: completed.isCorrect ? " " : "x"))
  }

  func comparisonSessionStopped(_ reason: StopReason) {
    if let best { panel.print(ComparisonText.best(best)) }
    best = nil
  }
}
