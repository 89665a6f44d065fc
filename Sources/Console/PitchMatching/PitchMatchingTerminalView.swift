import Music
import Training

/// Pitch matchings on a terminal: one line that says what sounds and what the keys do, and above it the
/// results.
public final class PitchMatchingTerminalView: PitchMatchingView {
  private let status: StatusLine
  private let glyphs: Glyphs
  private var challenge: PosedPitchMatching?

  public init(status: StatusLine, glyphs: Glyphs) {
    self.status = status
    self.glyphs = glyphs
  }

  public func pitchMatchingPosed(_ challenge: PosedPitchMatching) { self.challenge = challenge }

  public func pitchMatchingStateChanged(to state: PitchMatchingState) {
    guard let challenge else { return }
    if let text = PitchMatchingText.status(state, of: challenge, glyphs: glyphs) {
      status.show(text)
    } else if state == .idle {
      status.clear()
    }
  }

  public func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    guard let challenge else { return }
    status.clear()
    status.print(PitchMatchingText.result(completed, index: challenge.index))
  }

  public func pitchMatchingSessionStopped(_ reason: StopReason) {}
}
