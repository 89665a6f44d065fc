import Files
import Foundation
import History
import Language
import OSC
import Settings

/// The session that this run belongs to, and the manager that opened it. Main thread.
package final class NSMSession {
  package let managed: NSMManagedSession
  package let manager: String
  private let client: NSMClient

  package init(_ managed: NSMManagedSession, manager: String, client: NSMClient) {
    self.managed = managed
    self.manager = manager
    self.client = client
  }

  /// The settings file of the session, in its folder. The training history stays that of the user,
  /// or of the listener that the session names.
  var settingsPath: String { managed.path + "/config.toml" }

  /// Saves the session's data when the manager requests it, then reports if everything is stored.
  package var onSave: ((@escaping (Bool) -> Void) -> Void)? {
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
  package func finishOpening() { client.finishOpening() }

  /// Reports that the session cannot be opened. Does nothing if the session is open.
  package func fail(_ fault: Fault) { client.failOpening(fault.message) }

  package func send(_ text: String, _ priority: NSMClient.Priority) { client.send(text, priority) }
}

extension CommandContext {
  private static let applicationName = "peach"

  /// Joins the session of the manager that the environment names, if there is one. If the manager
  /// does not answer, the run continues without a session and reports that. Call once, before
  /// anything is opened. Throws ``Fault``.
  ///
  /// - Parameter isNeeded: whether the run is impossible without a session.
  package func joinSession(isNeeded: Bool = false) async throws(Fault) {
    guard let url = environment["NSM_URL"], !url.isEmpty else { return }
    // An invalid variable is treated as unset, and an unreachable manager as missing.
    guard let client = try? NSMClient(url: url) else {
      return try continueAlone(url, reason: "", isNeeded: isNeeded)
    }
    let executable = CommandLine.arguments.first ?? Self.applicationName
    switch await client.join(as: Self.applicationName, executable: executable) {
    case .unavailable(let reason): try continueAlone(url, reason: reason, isNeeded: isNeeded)
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

  private func continueAlone(_ url: String, reason: String, isNeeded: Bool) throws(Fault) {
    if isNeeded { throw .noSession(url: url, reason: reason) }
    sessionNotice = .noSession(url: url, reason: reason)
  }

  /// True if Peach runs in the foreground of the user's terminal. A program that a manager started
  /// in the background must not change the terminal.
  package var hasTerminalToItself: Bool {
    terminal != nil && (session == nil || tcgetpgrp(STDIN_FILENO) == getpid())
  }
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

/// The listener of a session: the name in the file `listener` in its folder. Without the file the
/// session uses the usual history.
extension NSMSession {
  private var listenerPath: String { managed.path + "/listener" }

  /// The listener whose history the session uses. Throws ``Fault`` if the file has no valid name,
  /// since results would go to another history.
  package func listener() throws(Fault) -> ListenerName? {
    guard FileStatus(listenerPath) != nil else { return nil }
    let text = (try? String(contentsOfFile: listenerPath, encoding: .utf8)) ?? ""
    guard let name = ListenerName(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw .configuration(
        localized(
          """
          %@ does not name a listener (1…%d letters, digits, - and _); correct it, or delete it for \
          the usual history
          """, listenerPath, ListenerName.longest))
    }
    return name
  }

  /// Stores the listener whose history the session uses from now on. Throws ``Fault``.
  package func remember(_ listener: ListenerName?) throws(Fault) {
    guard let listener else {
      if unlink(listenerPath) != 0, errno != ENOENT { throw cannotWrite(errno) }
      return
    }
    do throws(FileFault) {
      try createFolder(managed.path)
      try replaceAtomically(listenerPath, with: Array("\(listener.text)\n".utf8), .edited)
    } catch {
      switch error {
      case .cannotFollow(_, let number), .cannotCreate(_, let number), .cannotWrite(_, let number):
        throw cannotWrite(number)
      case .isDirectory, .exists: throw cannotWrite(EISDIR)
      }
    }
  }

  private func cannotWrite(_ number: CInt) -> Fault {
    .inputOutput(
      localized("%@ cannot be written: %@", listenerPath, String(cString: strerror(number))))
  }
}

extension CommandContext {
  /// Uses the history of the listener that the option names, which the session then remembers, or
  /// else of the one that it remembers. Throws ``Fault``.
  private func settleListener(of session: NSMSession) throws(Fault) {
    // A history that `--data` names belongs to no listener.
    guard global.data == nil else { return }
    if let listener {
      try session.remember(listener)
    } else {
      use(try session.listener())
    }
  }

  /// Uses that listener's history from now on; a session remembers it. If it throws a ``Fault``,
  /// nothing has changed.
  package func choose(_ listener: ListenerName?) throws(Fault) {
    try session?.remember(listener)
    use(listener)
  }

  /// The listeners that can be chosen besides the usual history; none if `--data` names the
  /// history.
  package var listeners: [ListenerName] {
    guard global.data == nil else { return [] }
    let names = HistoryLocation.listeners(environment: environment)
    guard let listener, !names.contains(listener) else { return names }
    // The first training creates this listener's history.
    return (names + [listener]).sorted { $0.text < $1.text }
  }
}
