/// A run of training as one JSON object a line.
public final class JSONTrainingView: TrainingView {
  private let events: JSONEvents
  private let training: TrainingName

  public init(_ training: TrainingName, events: JSONEvents) {
    self.training = training
    self.events = events
  }

  public func showReady(_ description: ReadyDescription) { events.ready(description) }
  public func showNotice(_ notice: Notice) { events.notice(notice) }
  public func showFault(_ fault: Fault) { events.error(fault) }
  public func showStopped(_ ending: Ending, trials: Int) { events.stopped(ending, trials: trials) }
  public func close() {}

  public func showHelp() {
    // The commands, in the words of what is said to one that is not among them.
    events.notice(.commands(training))
  }
}
