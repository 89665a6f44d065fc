import Foundation
import Language
import OSC
import Settings

/// The session that this run belongs to, and the manager that has opened it. Main thread.
final class NSMSession {
  let managed: ManagedSession
  let manager: String
  private let client: SessionClient

  init(_ managed: ManagedSession, manager: String, client: SessionClient) {
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

  func tell(_ text: String, _ priority: SessionClient.Priority) { client.tell(text, priority) }
}
