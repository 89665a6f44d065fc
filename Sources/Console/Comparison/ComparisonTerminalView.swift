import Music
import Training

/// Comparisons on a terminal: one line that says what sounds and what the keys do, and above it the
/// results.
public final class ComparisonTerminalView: ComparisonView {
  private let status: StatusLine
  private let glyphs: Glyphs
  private let sessionBest: () -> Cents?
  private let ringsBell: () -> Bool
  private var challenge: PosedComparison?
  private var best: Cents?

  /// - Parameters:
  ///   - sessionBest: the smallest difference that was told right, asked at each result.
  ///   - ringsBell: whether a wrong answer rings the terminal's bell, asked at each one.
  public init(
    status: StatusLine, glyphs: Glyphs, sessionBest: @escaping () -> Cents?,
    ringsBell: @escaping () -> Bool
  ) {
    self.status = status
    self.glyphs = glyphs
    self.sessionBest = sessionBest
    self.ringsBell = ringsBell
  }

  public func comparisonPosed(_ challenge: PosedComparison) { self.challenge = challenge }

  public func comparisonStateChanged(to state: ComparisonState) {
    guard let challenge else { return }
    if let text = ComparisonText.status(state, of: challenge, glyphs: glyphs) {
      status.show(text)
    } else if state == .idle {
      status.clear()
    }
  }

  public func comparisonCompleted(_ completed: CompletedComparison) {
    guard let challenge else { return }
    best = sessionBest()
    if !completed.isCorrect, ringsBell() { status.ringBell() }
    let result = ComparisonText.result(completed, index: challenge.index, glyphs: glyphs)
    status.clear()
    status.print(result)
  }

  public func comparisonSessionStopped(_ reason: StopReason) {
    if let best { status.print(ComparisonText.best(best)) }
    best = nil
  }
}
