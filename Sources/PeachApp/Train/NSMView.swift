import Charts
import Console
import Music
import Program
import Training

/// Shows a run in another view, and sends important messages to the session manager.
final class NSMView: OutputMode {
  private let view: any OutputMode
  private let session: NSMSession
  private let training: TrainingName?

  /// What answers the user, or changes nothing for the training.
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
    if let training { session.send(training.ended(after: trials), .chatter) }
  }

  func show(_ trial: ShownTrial) { view.show(trial) }
  func show(_ state: ShownState) { view.show(state) }
  func show(_ result: ShownResult) { view.show(result) }
  func showVerdict(_ result: ShownResult) { view.showVerdict(result) }
  func show(_ withdrawal: ShownWithdrawal) { view.show(withdrawal) }
  func show(_ discard: ShownDiscard) { view.show(discard) }
  func show(_ scene: TrialScene) { view.show(scene) }
  func show(_ miss: ShownMiss) { view.show(miss) }
  func show(_ summary: ShownSummary) { view.show(summary) }
  func show(_ page: ClosingPage) { view.show(page) }
  func show(_ page: PlanPage) { view.show(page) }
  func show(_ step: PlanStep) {
    view.show(step)
    session.send(step.text, .chatter)
  }
  func showLevel(_ level: AmplitudeDB) { view.showLevel(level) }
  func showReady(_ description: ReadyDescription) { view.showReady(description) }
  func showConnections(_ peers: [String]) { view.showConnections(peers) }
  func showHelp() { view.showHelp() }
  func handleInHelp(_ key: Key) { view.handleInHelp(key) }
  func show(_ outputs: OutputScreen?) { view.show(outputs) }
  var isCovered: Bool { view.isCovered }
  func redraw() { view.redraw() }
  func close() { view.close() }
}
