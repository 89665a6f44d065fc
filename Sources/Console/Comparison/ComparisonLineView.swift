import Music
import Training

/// Comparison training for a pipe: a line for each result on standard output, the rest on standard
/// error.
public final class ComparisonLineView: ComparisonView {
  private let output: any TextOutput
  private let messages: any TextOutput
  private let glyphs: Glyphs
  private var challenge: PosedComparison?
  private var xruns = 0
  private var isAway = false

  public init(output: any TextOutput, messages: any TextOutput, glyphs: Glyphs) {
    self.output = output
    self.messages = messages
    self.glyphs = glyphs
  }

  public func showReady(_ description: ReadyDescription) {
    isAway = false
    messages.writeLine(description.line)
    showHelp()
  }

  public func showNotice(_ notice: Notice) {
    switch notice {
    case .xrun(let count): xruns += count
    case .reconnecting:
      // Once, however often Peach tries.
      if !isAway { messages.writeLine("peach: \(ComparisonText.serverAway)") }
      isAway = true
    default: messages.writeLine("peach: \(notice.message)")
    }
  }

  public func showFault(_ fault: Fault) { messages.writeLine("peach: \(fault.message)") }
  public func showHelp() { messages.writeLine(ComparisonText.commands) }

  public func showStopped(_ ending: Ending, trials: Int) {
    messages.writeLine(ComparisonText.ending(trials: trials, xruns: xruns))
  }

  public func close() {}

  public func comparisonPosed(_ challenge: PosedComparison) { self.challenge = challenge }

  public func comparisonStateChanged(to state: ComparisonState) {
    guard let challenge, let text = ComparisonText.state(state, of: challenge) else { return }
    messages.writeLine(text)
  }

  public func comparisonCompleted(_ completed: CompletedComparison) {
    guard let challenge else { return }
    output.writeLine(
      ComparisonText.result(completed, index: challenge.index, glyphs: glyphs))
  }

  public func comparisonSessionStopped(_ reason: StopReason) {}
}
