import Console
import Music
import Training

/// Comparisons for a pipe: a line for each result on standard output, the rest on standard error.
final class ComparisonLineView: ComparisonView {
  private let output: any TextOutput
  private let messages: any TextOutput
  private let glyphs: Glyphs
  private let sessionBest: () -> Cents?
  private var challenge: PosedComparison?
  private var best: Cents?

  /// - Parameter sessionBest: the smallest difference that was told right, asked at each result.
  init(
    output: any TextOutput, messages: any TextOutput, glyphs: Glyphs,
    sessionBest: @escaping () -> Cents?
  ) {
    self.output = output
    self.messages = messages
    self.glyphs = glyphs
    self.sessionBest = sessionBest
  }

  func comparisonPosed(_ challenge: PosedComparison) { self.challenge = challenge }

  func comparisonStateChanged(to state: ComparisonState) {
    guard let challenge, let text = ComparisonText.state(state, of: challenge) else { return }
    messages.writeLine(text)
  }

  func comparisonCompleted(_ completed: CompletedComparison) {
    guard let challenge else { return }
    best = sessionBest()
    output.writeLine(
      ComparisonText.result(completed, index: challenge.index, glyphs: glyphs))
  }

  func comparisonSessionStopped(_ reason: StopReason) {
    if let best { messages.writeLine(ComparisonText.best(best)) }
    best = nil
  }
}
