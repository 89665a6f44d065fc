/// A run of training on a terminal: lines of record above the status line.
public final class TerminalTrainingView: TrainingView {
  private let status: StatusLine
  private let words: TrainingWords
  private let glyphs: Glyphs
  private var xruns = 0

  public init(_ training: TrainingName, status: StatusLine, glyphs: Glyphs) {
    words = training.words
    self.status = status
    self.glyphs = glyphs
  }

  public func showReady(_ description: ReadyDescription) {
    status.print(description.line)
    status.print(words.keys(glyphs))
  }

  public func showNotice(_ notice: Notice) {
    switch notice {
    case .xrun(let count): xruns += count
    // A key that does not fit is no news; what the keys do stands on the status line.
    case .ignored: break
    case .waitingForStart: status.show(TrainingWords.pressKey)
    // One line that stays, however often Peach tries; what follows says the rest.
    case .reconnecting: status.show(TrainingWords.serverAway)
    case .reconnected: status.clear()
    default: status.print(notice.message)
    }
  }

  public func showFault(_ fault: Fault) { status.print("peach: \(fault.message)") }

  public func showHelp() {
    for line in words.help(glyphs) { status.print(line) }
  }

  public func showStopped(_ ending: Ending, trials: Int) {
    status.clear()
    guard ending != .interrupted else { return }
    status.print(words.ending(trials: trials, xruns: xruns))
  }

  public func close() { status.clear() }
}
