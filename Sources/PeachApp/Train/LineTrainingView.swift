import Console
import Training

/// A run of training line by line: for a pipe, where everything here goes to standard error, or for a
/// terminal that is read out.
final class LineTrainingView: TrainingView {
  private let messages: any TextOutput
  private let words: TrainingWords

  /// With which signs keys are named, where they are what one sits at; else it is commands.
  private let keys: Glyphs?
  private var xruns = 0
  private var isAway = false

  /// - Parameter keys: with which signs keys are named, if there are keys; else there are commands.
  init(_ training: TrainingName, messages: any TextOutput, keys: Glyphs? = nil) {
    words = training.words
    self.messages = messages
    self.keys = keys
  }

  func showReady(_ description: ReadyDescription) {
    isAway = false
    messages.writeLine(description.line)
    showHelp()
  }

  func showNotice(_ notice: Notice) {
    switch notice {
    case .xrun(let count): xruns += count
    case .reconnecting:
      // Once, however often Peach tries.
      if !isAway { messages.writeLine("peach: \(TrainingWords.serverAway)") }
      isAway = true
    default: messages.writeLine("peach: \(notice.message)")
    }
  }

  func showFault(_ fault: Fault) { messages.writeLine("peach: \(fault.message)") }
  func showHelp() {
    for line in keys.map(words.help) ?? [words.question] { messages.writeLine(line) }
  }

  func showStopped(_ ending: Ending, trials: Int) {
    messages.writeLine(words.ending(trials: trials, xruns: xruns))
  }

  func close() {}
}
