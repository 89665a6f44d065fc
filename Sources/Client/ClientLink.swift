import Program
import Sound

/// What shows the messages about the client. Main thread.
@MainActor
package protocol LinkView: AnyObject {
  /// The client is active and its ports are registered.
  func showReady(_ description: ReadyDescription)
  func showNotice(_ notice: Notice)

  /// The outputs are connected to other ports than before: to these, by their full names.
  func showConnections(_ peers: [String])
  func showFault(_ fault: Fault)

  /// The training has ended after `trials` results of this run.
  func showStopped(_ ending: Ending, trials: Int)

  /// Leaves the terminal as it was found.
  func close()
}

/// Defaults for views that have nothing to show.
extension LinkView {
  package func showReady(_: ReadyDescription) {}
  package func showConnections(_: [String]) {}
  package func showStopped(_: Ending, trials: Int) {}
  package func close() {}
}

/// The connection to the server, as those see it who need a client to play on. Main thread.
package protocol ClientLink: AnyObject {
  /// Whether there is no client, and none is being opened.
  var isClosed: Bool { get }

  /// Plays on the client; `nil` without one.
  var player: SoundFontNotePlayer? { get }

  /// Opens the first client, if none has been opened. Throws ``Fault`` if there is no server.
  func launch() async throws(Fault)
}

/// The same with the outputs and the audio input of the client, which can be elsewhere for a try. Without a client
/// nothing is done. Each of them waits for those that were called before it.
package protocol OutputLink: ClientLink {
  /// All ports of others with which the outputs or the audio input can be connected, in the server's order; `nil` if no
  /// server answers, or if there is no audio input.
  func audioPorts(for role: PortRole) async -> [ServerPort]?

  /// Connects the ports of the rule's role there until ``endTrying()``. A client that is opened later does not know of
  /// it.
  func tryConnecting(_ rule: PortRule) async

  /// Gives all ports back the connections that they had before the first try, if there was one.
  func endTrying() async

  /// Connects the ports of the rule's role there, now and as ports come.
  func move(to rule: PortRule) async

  /// Leaves the ports of a role to the user, connected as they were before anything was tried.
  func leave(_ role: PortRole) async
}

/// A training, as the connection to the server sees it. Main thread.
package protocol ServerLinkDelegate: AnyObject {
  /// Whether no training is going on that a server could interrupt.
  var isIdle: Bool { get }

  /// The number of results of this run so far.
  var results: Int { get }

  /// Starts or continues training on this client.
  func train(on client: PlayerClient)

  /// Something has been connected to the outputs, or nothing is any more.
  func outputsChanged()

  /// The server does not run, or runs again.
  func serverStalled(_ isStalled: Bool)

  /// There was an xrun.
  func soundBrokeOff()

  /// Stops training at once and discards what is unfinished. Returns whether there was any training
  /// to stop.
  func interruptTraining() -> Bool

  /// There will be no server any more.
  func serverLinkFailed(_ fault: Fault)
}

extension ServerLinkDelegate {
  package var isIdle: Bool { false }
}
