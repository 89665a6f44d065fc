import Training

/// A run of training as one JSON object a line.
final class JSONTrainingView: TrainingView {
  private let events: JSONEvents
  private let training: TrainingName

  init(_ training: TrainingName, events: JSONEvents) {
    self.training = training
    self.events = events
  }

  func showReady(_ description: ReadyDescription) { events.ready(description) }
  func showNotice(_ notice: Notice) { events.notice(notice) }
  func showFault(_ fault: Fault) { events.error(fault) }
  func showStopped(_ ending: Ending, trials: Int) { events.stopped(ending, trials: trials) }
  func close() {}

  func showHelp() {
    // The commands, in the words of what is said to one that is not among them.
    events.notice(.commands(training))
  }
}
