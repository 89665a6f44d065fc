import Console
import Music
import Training

/// Pitch matchings for a pipe: a line for each result on standard output, the rest on standard error.
final class PitchMatchingLineView: PitchMatchingView {
  private let output: any TextOutput
  private let messages: any TextOutput
  private var challenge: PosedPitchMatching?

  init(output: any TextOutput, messages: any TextOutput) {
    self.output = output
    self.messages = messages
  }

  func pitchMatchingPosed(_ challenge: PosedPitchMatching) { self.challenge = challenge }

  func pitchMatchingStateChanged(to state: PitchMatchingState) {
    guard let challenge, let text = PitchMatchingText.state(state, of: challenge) else { return }
    messages.writeLine(text)
  }

  func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    guard let challenge else { return }
    output.writeLine(PitchMatchingText.result(completed, index: challenge.index))
  }

  func pitchMatchingSessionStopped(_ reason: StopReason) {}
}
