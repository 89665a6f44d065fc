import Charts
import Console
import Music
import Training

/// Pitch matchings on a terminal.
final class PitchMatchingTerminalView: PitchMatchingView {
  private let panel: TrainingPanel
  private let glyphs: Glyphs
  private var challenge: PosedPitchMatching?

  init(panel: TrainingPanel, glyphs: Glyphs) {
    self.panel = panel
    self.glyphs = glyphs
  }

  func pitchMatchingPosed(_ challenge: PosedPitchMatching) {
    self.challenge = challenge
    panel.show(
      title: PitchMatchingText.title(challenge.challenge.interval, challenge.tuningSystem))
  }

  func pitchMatchingStateChanged(to state: PitchMatchingState) {
    guard let challenge else { return }
    if let text = PitchMatchingText.status(state, of: challenge, glyphs: glyphs) {
      panel.show(state: text)
    } else if state == .idle {
      panel.clear()
    }
  }

  func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    guard let challenge else { return }
    let error = completed.userCentError
    panel.show(
      result: PitchMatchingText.result(completed, index: challenge.index),
      CoursePoint(
        cents: error.magnitude, mark: completed.band == .exact ? "=" : error > 0 ? "+" : "-"))
  }

  func pitchMatchingSessionStopped(_ reason: StopReason) {}
}
