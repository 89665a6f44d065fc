/// A run of training for a pipe: everything here goes to standard error.
public final class LineTrainingView: TrainingView {
  private let messages: any TextOutput
  private let words: TrainingWords
  private var xruns = 0
  private var isAway = false

  public init(_ training: TrainingName, messages: any TextOutput) {
    words = training.words
    self.messages = messages
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
      if !isAway { messages.writeLine("peach: \(TrainingWords.serverAway)") }
      isAway = true
    default: messages.writeLine("peach: \(notice.message)")
    }
  }

  public func showFault(_ fault: Fault) { messages.writeLine("peach: \(fault.message)") }
  public func showHelp() { messages.writeLine(words.question) }

  public func showStopped(_ ending: Ending, trials: Int) {
    messages.writeLine(words.ending(trials: trials, xruns: xruns))
  }

  public func close() {}
}
