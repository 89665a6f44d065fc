import Sound

/// The connection to the server, as those see it who need a client to play on. Main thread.
protocol ClientLink: AnyObject {
  /// Whether no client has been opened yet.
  var isClosed: Bool { get }

  /// Plays on the client; `nil` without one.
  var player: SoundFontNotePlayer? { get }

  /// Opens the first client, if none has been opened. Throws ``Fault`` if there is no server.
  func launch() async throws(Fault)
}

/// The same with the outputs of the client, which can be elsewhere for a try. Without a client nothing is
/// done. Each of them waits for those that were called before it.
protocol OutputLink: ClientLink {
  /// All ports to which sound can be sent, in the server's order; `nil` if no server answers.
  func audioDestinations() async -> [ServerPort]?

  /// Connects the outputs there until ``endTrying()``. A client that is opened later does not know of it.
  func tryOutputs(_ target: PortTarget) async

  /// Gives the outputs back the connections that they had before the first try, if there was one.
  func endTrying() async

  /// Connects the outputs there, now and as ports come.
  func moveOutputs(to target: PortTarget) async

  /// Leaves the outputs to the user, connected as they were before anything was tried.
  func leaveOutputs() async
}

/// A training, as the connection to the server sees it. Main thread.
protocol ServerLinkDelegate: AnyObject {
  /// Whether no training is going on that a server could interrupt.
  var isIdle: Bool { get }

  /// The number of results of this run so far.
  var results: Int { get }

  /// Starts or continues training on this client.
  func train(on stage: PlayerClient)

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
  var isIdle: Bool { false }
}
