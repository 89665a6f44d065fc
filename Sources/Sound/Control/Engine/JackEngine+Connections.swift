/// What the ports of the engine are connected with. A ``ConnectionKeeper`` connects them as ports come,
/// and ``PortMoves`` moves the outputs and the audio input.
extension JackEngine {
  /// The connections of the ports; once the engine has ended, the connections that they had. Those of
  /// ports that are tried elsewhere are the ones before the first try.
  public var connections: JackConnections {
    var connections = keeper.connections
    outputMoves.restoreLasting(in: &connections)
    inputMoves.restoreLasting(in: &connections)
    return connections
  }

  /// What the outputs are to be connected with as ports come, whatever is tried.
  public var outputRule: PortRule { outputMoves.rule }

  /// The connections that the outputs have at this moment; `nil` if the server does not answer.
  ///
  /// - Parameter granted: connections that the server has just granted. It may need a few periods to
  ///   show them.
  public func askForOutputs(
    after granted: [JackConnections.Connection] = []
  ) async -> [JackConnections.Connection]? {
    await openClient.live.readOutputs(after: granted)
  }

  /// The frames from the frame of a sound until it is heard, when the server was last asked.
  public var latencyFrames: Int { openClient.live.latency }

  /// The full names of the ports that were connected to the MIDI input when the server was last asked.
  public var inputs: [String] { keeper.peers(.sources) }

  /// Whether a source of ``connectSources(matching:)`` is connected, or about to be.
  public var hasSource: Bool { keeper.rule(.sources).holdsAny }

  /// Whether a controller of ``connectControllers(matching:)`` is connected, or about to be.
  public var hasController: Bool { keeper.rule(.controllers).holdsAny }

  /// What the next client of the same server should know of its ports; `nil` if the server has
  /// gone.
  public var portIdentities: PortIdentities? {
    client.signals.pointee.hasShutDown.load(ordering: .acquiring)
      ? nil : client.signals.pointee.ports
  }

  /// Connects the ports as they were on the server before this one. A connection whose other port
  /// does not exist yet is made when that registers, and reported to ``onNews``.
  ///
  /// - Returns: the connections that were made.
  public func restore(_ former: JackConnections) async -> [JackConnections.Connection] {
    await keeper.restore(former)
  }

  /// Connects the outputs as `rule` decides, now and as ports come, which ``onNews`` reports. To
  /// be called after ``restore(_:)``: the connections on the server before this one win.
  ///
  /// - Returns: the connections that were made.
  public func connectOutputs(_ rule: PortRule) async -> [JackConnections.Connection] {
    await keeper.connect(rule)
  }

  /// All ports of others with which the outputs or the audio input can be connected, in the server's order; `nil` if
  /// the server does not answer, or if there is no audio input.
  public func audioPorts(for role: PortRole) async -> [ServerPort]? {
    role != .input || keeper.isInputOpen ? await openClient.live.readPorts(for: role) : nil
  }

  /// Disconnects the outputs, or the audio input, from everything, and connects them as `rule` decides until
  /// ``endTrying()``. If the engine ends meanwhile, ``connections`` and the rules are those from before.
  ///
  /// - Returns: the connections that were made.
  public func tryConnecting(_ rule: PortRule) async -> [JackConnections.Connection] {
    await moves(of: rule.role).tryConnecting(rule)
  }

  /// Gives the ports back the connections that they had before the first try, if there was one.
  public func endTrying() async {
    await outputMoves.endTrying()
    await inputMoves.endTrying()
  }

  /// Disconnects the outputs, or the audio input, from everything, and connects them as `rule` decides, now and as
  /// ports come. What is being tried no longer counts.
  ///
  /// - Returns: the connections that were made.
  public func move(to rule: PortRule) async -> [JackConnections.Connection] {
    await moves(of: rule.role).move(to: rule)
  }

  /// Leaves the outputs, or the audio input, to the user, connected as they were before anything was tried.
  public func leave(_ role: PortRole) async { await moves(of: role).leave() }

  private func moves(of role: PortRole) -> PortMoves { role == .input ? inputMoves : outputMoves }

  /// The server has forgotten the client: nothing that happened to its ports counts.
  func revertConnections() {
    outputMoves.revert()
    inputMoves.revert()
    keeper.revert()
  }

  /// Connects the MIDI sources that match one of the patterns with the MIDI input, now and whenever
  /// one comes, which ``onNews`` reports.
  ///
  /// - Returns: the names of the sources that are connected now.
  public func connectSources(matching patterns: [MIDISourcePattern]) async -> [String] {
    await keeper.connectSources(PortRule(.sources, matching: patterns))
  }
}
