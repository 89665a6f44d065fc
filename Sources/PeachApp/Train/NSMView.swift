import Console
import Program
import Training

/// Shows a run in another view, and sends important messages to the session manager.
final class NSMView: OutputMode {
  private let view: any OutputMode
  private let session: NSMSession
  private let training: TrainingName?

  /// The notices that answer the user, or that change nothing for the training.
  private static let unimportant: Set<Notice.Code> = [
    .xrun, .bufferSize, .ignored, .unknownCommand, .badValue, .lineTooLong, .commands,
    .connectionRestored, .historyChanged,
    .midiConnected, .reconnecting,
  ]

  /// - Parameter training: the training shown, if there is exactly one.
  init(_ view: any OutputMode, session: NSMSession, of training: TrainingName? = nil) {
    self.view = view
    self.training = training
    self.session = session
  }

  func showNotice(_ notice: Notice) {
    view.showNotice(notice)
    guard !Self.unimportant.contains(notice.code) else { return }
    session.send(notice.message, .notice)
  }

  func showFault(_ fault: Fault) {
    view.showFault(fault)
    session.send(fault.message, .fault)
  }

  func showStopped(_ ending: Ending, trials: Int) {
    view.showStopped(ending, trials: trials)
    if let training { session.send(training.words.ended(trials), .chatter) }
  }

  func show(_ event: ShownEvent) {
    view.show(event)
    if case .block(let step) = event { session.send(step.text, .chatter) }
  }

  func showReady(_ description: ReadyDescription) { view.showReady(description) }
  func showConnections(_ peers: [String]) { view.showConnections(peers) }
  func handleInHelp(_ key: Key) { view.handleInHelp(key) }
  var isCovered: Bool { view.isCovered }
  func redraw() { view.redraw() }
  func close() { view.close() }
}
