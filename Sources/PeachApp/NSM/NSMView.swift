import Training

/// Shows a run as another view does, and tells the session's manager what its user should know.
final class NSMView: OutputMode {
  private let view: any OutputMode
  private let session: NSMSession
  private let training: TrainingName?

  /// - Parameter training: what is shown, if it is one training.
  init(_ view: any OutputMode, session: NSMSession, of training: TrainingName? = nil) {
    self.view = view
    self.training = training
    self.session = session
  }

  func showNotice(_ notice: Notice) {
    view.showNotice(notice)
    switch notice {
    case .xrun, .bufferSize, .ignored, .unknownCommand, .badValue, .commands, .connectionRestored,
      .midiConnected, .reconnecting:
      break
    default: session.tell(notice.message, .notice)
    }
  }

  func showFault(_ fault: Fault) {
    view.showFault(fault)
    session.tell(fault.message, .fault)
  }

  func showStopped(_ ending: Ending, trials: Int) {
    view.showStopped(ending, trials: trials)
    if let training { session.tell(training.ended(after: trials), .chatter) }
  }

  func show(_ trial: ShownTrial) { view.show(trial) }
  func show(_ state: ShownState) { view.show(state) }
  func show(_ result: ShownResult) { view.show(result) }
  func showSummary(_ text: String) { view.showSummary(text) }
  func showReady(_ description: ReadyDescription) { view.showReady(description) }
  func showHelp() { view.showHelp() }
  func redraw() { view.redraw() }
  func close() { view.close() }
}
