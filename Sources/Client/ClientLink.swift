import Program
import Sound

/// A view of the messages about the client. Main thread.
@MainActor
package protocol LinkView: AnyObject {
  /// Reports that the client is active and its ports are registered.
  func showReady(_ description: ReadyDescription)
  func showNotice(_ notice: Notice)

  /// Shows new connections of the outputs.
  ///
  /// - Parameter peers: the full names of the ports to which they are connected.
  func showConnections(_ peers: [String])
  func showFault(_ fault: Fault)

  /// Reports the end of the training after `trials` results of this run.
  func showStopped(_ ending: Ending, trials: Int)

  /// Restores the terminal.
  func close()
}

extension LinkView {
  package func showReady(_: ReadyDescription) {}
  package func showConnections(_: [String]) {}
  package func showStopped(_: Ending, trials: Int) {}
  package func close() {}
}

/// The connection to the server, for what needs a client to play on. Main thread.
package protocol ClientLink: AnyObject {
  /// True if there is no client, and none is being opened.
  var isClosed: Bool { get }

  /// The player of the client; `nil` without a client.
  var player: SoundFontNotePlayer? { get }

  /// Opens the first client, if none has been opened. Throws ``Fault`` if there is no server.
  func launch() async throws(Fault)
}

/// The connection to the server, for what moves the outputs and the audio input of the client, on
/// trial or for good. Each function waits for earlier calls, and does nothing without a client.
package protocol OutputLink: ClientLink {
  /// The ports of other clients with which the outputs or the audio input can be connected, in the
  /// server's order; `nil` if no server answers, or if there is no audio input.
  func audioPorts(for role: PortRole) async -> [ServerPort]?

  /// Connects the ports of the rule's role as the rule decides, until ``endTrying()`` or the end of
  /// the client.
  func tryConnecting(_ rule: PortRule) async

  /// Restores the connections from before the first try, if there was one.
  func endTrying() async

  /// Connects the ports of the rule's role as the rule decides, now and as ports come.
  func move(to rule: PortRule) async

  /// Leaves the ports of a role to the user, connected as they were before anything was tried.
  func leave(_ role: PortRole) async
}

/// A training or another run that uses the client of a ``ServerLink``. Main thread.
package protocol ServerLinkDelegate: AnyObject {
  /// True if there is no training that a loss of the server could interrupt.
  var isIdle: Bool { get }

  /// The number of results of this run so far.
  var results: Int { get }

  /// Starts or continues training on this client.
  func train(on client: PlayerClient)

  /// Called when the outputs have other connections.
  func outputsChanged()

  /// Called when the server hangs, and when it runs again.
  func serverStalled(_ isStalled: Bool)

  /// Called after an xrun.
  func soundBrokeOff()

  /// Stops training at once and discards what is unfinished. Returns false if there was no training
  /// to stop.
  func interruptTraining() -> Bool

  /// Called when the search for a server has ended without one.
  func serverLinkFailed(_ fault: Fault)
}

extension ServerLinkDelegate {
  package var isIdle: Bool { false }
}
