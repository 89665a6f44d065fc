import Charts
import Console
import Foundation
import Language
import Music
import OSC
import Settings
import Training

/// The session that this run belongs to, and the manager that opened it. Main thread.
final class NSMSession {
  let managed: NSMManagedSession
  let manager: String
  private let client: NSMClient

  init(_ managed: NSMManagedSession, manager: String, client: NSMClient) {
    self.managed = managed
    self.manager = manager
    self.client = client
  }

  /// The settings file of the session, in its folder. The training history remains that of the
  /// user, or of the listener that the session names.
  var settingsPath: String { managed.path + "/config.toml" }

  /// Saves the session's data when the manager requests it, and then calls with whether everything is
  /// stored.
  var onSave: ((@escaping (Bool) -> Void) -> Void)? {
    didSet {
      client.onSave = onSave.map { save in
        { done in
          save {
            done(
              $0 ? nil : localized("some results are not stored in the training history yet"))
          }
        }
      }
    }
  }

  /// Reports that the JACK client is open, which opens the session.
  func finishOpening() { client.finishOpening() }

  /// Reports that the session cannot be opened. Does nothing if the session is open.
  func fail(_ fault: Fault) { client.failOpening(fault.message) }

  func send(_ text: String, _ priority: NSMClient.Priority) { client.send(text, priority) }
}

extension CommandContext {
  private static let applicationName = "peach"

  /// Joins the session of the manager that the environment names, if there is one. If the manager
  /// does not answer, the run continues without a session and reports that. Call once, before
  /// anything is opened. Throws ``Fault``.
  ///
  /// - Parameter isNeeded: whether the run is impossible without a session.
  func joinSession(isNeeded: Bool = false) async throws(Fault) {
    guard let url = environment["NSM_URL"], !url.isEmpty else { return }
    // An invalid variable is treated as unset, and an unreachable manager as missing.
    guard let client = try? NSMClient(url: url) else {
      return try goOnAlone(url, reason: "", isNeeded: isNeeded)
    }
    let executable = CommandLine.arguments.first ?? Self.applicationName
    switch await client.join(as: Self.applicationName, executable: executable) {
    case .unavailable(let reason): try goOnAlone(url, reason: reason, isNeeded: isNeeded)
    case .open(let managed, let manager):
      let session = NSMSession(managed, manager: manager, client: client)
      do {
        try SettingsFile(namedByUser: session.settingsPath)
          .createIfMissing(from: SettingsFile(SettingsLocation(environment: environment)))
      } catch {
        let fault = Fault(error)
        session.fail(fault)
        throw fault
      }
      do throws(Fault) {
        try settleListener(of: session)
      } catch {
        session.fail(error)
        throw error
      }
      self.session = session
    }
  }

  private func goOnAlone(_ url: String, reason: String, isNeeded: Bool) throws(Fault) {
    if isNeeded { throw .noSession(url: url, reason: reason) }
    sessionNotice = .noSession(url: url, reason: reason)
  }

  /// Whether Peach runs in the foreground of the user's terminal. A program that a manager has
  /// started in the background must not change the terminal.
  var hasTerminalToItself: Bool {
    terminal != nil && (session == nil || tcgetpgrp(STDIN_FILENO) == getpid())
  }
}

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
  func show(_ card: PlanCard) {
    view.show(card)
    session.send(card.text, .chatter)
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

extension Notice {
  /// The environment names a session manager that does not answer or refuses.
  ///
  /// - Parameter reason: the manager's own words; empty if it does not answer.
  static func noSession(url: String, reason: String) -> Notice {
    Notice(
      "noSession",
      reason.isEmpty
        ? localized(
          """
          no session manager answers at %@ (NSM_URL); Peach runs without a session and connects its \
          outputs only if --connect is given
          """, url)
        : localized(
          """
          the session manager at %@ (NSM_URL) reported: %@; Peach runs without a session and connects \
          its outputs only if --connect is given
          """, url, reason))
  }
}
