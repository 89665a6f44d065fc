import Foundation
import Language
import OSC
import Settings
import Training

/// The session that this run belongs to, and the manager that has opened it. Main thread.
final class NSMSession {
  let managed: NSMManagedSession
  let manager: String
  private let client: NSMClient

  init(_ managed: NSMManagedSession, manager: String, client: NSMClient) {
    self.managed = managed
    self.manager = manager
    self.client = client
  }

  /// The settings of the session, in its folder; the training history stays the user's.
  var settingsPath: String { managed.path + "/config.toml" }

  /// Stores what the session keeps, when the manager asks for it; returns whether all of it is stored.
  var onSave: (() -> Bool)? {
    didSet {
      client.onSave = onSave.map { save in
        { save() ? nil : localized("some results wait to be stored in the training history") }
      }
    }
  }

  /// The JACK client is there: the session is open.
  func finishOpening() { client.finishOpening() }

  /// The session cannot be opened; nothing where it is.
  func fail(_ fault: Fault) { client.failOpening(fault.message) }

  func tell(_ text: String, _ priority: NSMClient.Priority) { client.send(text, priority) }
}

extension CommandContext {
  private static let applicationName = "peach"

  /// Joins the session of the manager that the environment names, if it names one; without one that
  /// answers the run goes on alone, and says so. Call once, before anything is opened. Throws ``Fault``.
  ///
  /// - Parameter isNeeded: whether there is nothing to do without a session.
  func joinSession(isNeeded: Bool = false) async throws(Fault) {
    guard let url = environment["NSM_URL"], !url.isEmpty else { return }
    // A variable of no sense is as good as none, and so is a manager to which there is no way.
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
      self.session = session
    }
  }

  private func goOnAlone(_ url: String, reason: String, isNeeded: Bool) throws(Fault) {
    if isNeeded { throw .noSession(url: url, reason: reason) }
    sessionNotice = .noSession(url: url, reason: reason)
  }

  /// Whether somebody sits at the terminal and this is the program that they run there: one that a
  /// manager has started behind its own must leave the terminal alone.
  var hasTerminalToItself: Bool {
    terminal != nil && (session == nil || tcgetpgrp(STDIN_FILENO) == getpid())
  }
}

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
