import Music
import Training

/// Pitch matchings on a terminal.
public final class PitchMatchingTerminalView: PitchMatchingView {
  private let panel: TrainingPanel
  private let glyphs: Glyphs
  private var challenge: PosedPitchMatching?

  public init(panel: TrainingPanel, glyphs: Glyphs) {
    self.panel = panel
    self.glyphs = glyphs
  }

  public func pitchMatchingPosed(_ challenge: PosedPitchMatching) {
    self.challenge = challenge
    panel.show(
      title: PitchMatchingText.title(challenge.challenge.interval, challenge.tuningSystem))
  }

  public func pitchMatchingStateChanged(to state: PitchMatchingState) {
    guard let challenge else { return }
    if let text = PitchMatchingText.status(state, of: challenge, glyphs: glyphs) {
      panel.show(state: text)
    } else if state == .idle {
      panel.clear()
    }
  }

  public func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    guard let challenge else { return }
    let error = completed.userCentError
    panel.show(
      result: PitchMatchingText.result(completed, index: challenge.index),
      CoursePoint(
        cents: error.magnitude, mark: completed.band == .exact ? "=" : error > 0 ? "+" : "-"))
  }

  public func pitchMatchingSessionStopped(_ reason: StopReason) {}
}
