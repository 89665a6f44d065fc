import Music
import Training

/// Comparison training on a terminal: one line that says what sounds and what the keys do, and above
/// it the results.
public final class ComparisonTerminalView: ComparisonView {
  private let output: any TextOutput
  private let status: StatusLine
  private let glyphs: Glyphs
  private let ringsBell: () -> Bool
  private var challenge: PosedComparison?
  private var xruns = 0

  /// - Parameter ringsBell: whether a wrong answer rings the terminal's bell, asked at each one.
  public init(
    output: any TextOutput, glyphs: Glyphs, ringsBell: @escaping () -> Bool,
    columns: @escaping () -> Int = { Terminal.columns() }
  ) {
    self.output = output
    self.glyphs = glyphs
    self.ringsBell = ringsBell
    status = StatusLine(output: output, columns: columns)
  }

  public func showReady(_ description: ReadyDescription) {
    status.print(description.line)
    status.print(ComparisonText.keys(glyphs))
  }

  public func showNotice(_ notice: Notice) {
    switch notice {
    case .xrun(let count): xruns += count
    // A key that does not fit is no news; what the keys do stands on the status line.
    case .ignored: break
    case .waitingForStart: status.show(ComparisonText.pressKey)
    // One line that stays, however often Peach tries; what follows says the rest.
    case .reconnecting: status.show(ComparisonText.serverAway)
    case .reconnected: status.clear()
    default: status.print(notice.message)
    }
  }
  public func showFault(_ fault: Fault) { status.print("peach: \(fault.message)") }

  public func showHelp() {
    for line in ComparisonText.help(glyphs) { status.print(line) }
  }

  public func showStopped(_ ending: Ending, trials: Int) {
    status.clear()
    guard ending != .interrupted else { return }
    status.print(ComparisonText.ending(trials: trials, xruns: xruns))
  }

  public func close() { status.clear() }

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
    if !completed.isCorrect, ringsBell() { output.write("\u{7}") }
    let result = ComparisonText.result(completed, index: challenge.index, glyphs: glyphs)
    status.clear()
    status.print(result)
  }

  public func comparisonSessionStopped(_ reason: StopReason) {}
}
