/// Moves the outputs of a client to other inputs, for good or to try them. Main thread.
///
/// An output that is only tried is never handed over: if the client ends meanwhile, the next one
/// gets the outputs from before. Call one move at a time.
@MainActor
final class OutputMoves {
  /// What the outputs are connected with.
  private struct Outputs {
    /// The connections that exist.
    var present: [JackConnections.Connection] = []

    /// What is remembered of them.
    var connections = JackConnections()
    var rule: PortRule
  }

  private let live: LiveClient
  private let keeper: ConnectionKeeper

  /// The outputs that the next client is to have while the outputs move or are elsewhere for a try;
  /// `nil` for the present ones.
  private var lasting: Outputs?

  /// Whether something is tried.
  private var isTrying = false

  /// - Parameter keeper: keeps the ports of the same client connected.
  init(_ live: LiveClient, _ keeper: ConnectionKeeper) {
    self.live = live
    self.keeper = keeper
  }

  /// The connections of the ports, those of the outputs as they are to stay.
  var connections: JackConnections {
    var connections = keeper.connections
    if let lasting { connections.replaceOutputs(with: lasting.connections) }
    return connections
  }

  /// What the outputs are to be connected with as ports come.
  var rule: PortRule { lasting?.rule ?? keeper.rule(.outputs) }

  /// Disconnects the outputs from everything, and connects them as `rule` decides until
  /// ``endTrying()``.
  ///
  /// - Returns: the connections that were made.
  func tryOutputs(_ rule: PortRule) async -> [JackConnections.Connection] {
    if !isTrying {
      guard let present = await live.readSettledOutputs() else { return [] }
      lasting = Outputs(
        present: present, connections: keeper.connections, rule: keeper.rule(.outputs))
      isTrying = true
    }
    await disconnect()
    return await keeper.connect(rule, isTry: true)
  }

  /// Gives the outputs back the connections that they had before the first try.
  func endTrying() async {
    guard isTrying, let lasting else { return }
    await disconnect()
    await live.ask { client in
      for connection in lasting.present { _ = client.connect(connection) }
    }
    keeper.replaceOutputs(with: lasting.connections, rule: lasting.rule)
    settle()
  }

  /// Disconnects the outputs from everything, and connects them as `rule` decides, now and as ports
  /// come.
  ///
  /// - Returns: the connections that were made.
  func move(to rule: PortRule) async -> [JackConnections.Connection] {
    lasting = Outputs(rule: rule)
    isTrying = false
    await disconnect()
    let made = await keeper.connect(rule)
    settle()
    return made
  }

  /// Leaves the outputs to the user, connected as they were before anything was tried.
  func leave() async {
    lasting?.rule = PortRule(.outputs, .nothing)
    guard isTrying else {
      _ = await keeper.connect(PortRule(.outputs, .nothing))
      return
    }
    await endTrying()
  }

  /// The server has forgotten the client: nothing that happened to its outputs counts.
  func revert() {
    (lasting, isTrying) = (nil, false)
    keeper.revert()
  }

  /// Disconnects the outputs from everything. Nothing is connected meanwhile, no rule takes the losses
  /// for the user's wish, and nobody remembers them. A rule that saw the old connections would leave the
  /// outputs alone, so this waits until the server shows none.
  private func disconnect() async {
    let nothing = PortRule(.outputs, .nothing)
    keeper.replaceOutputs(with: nil, rule: nothing)
    await live.disconnectOutputs()
    keeper.replaceOutputs(with: JackConnections(), rule: nothing)
  }

  /// The outputs are as they are to stay, unless the client has ended on the way there.
  private func settle() {
    if live.isActive { (lasting, isTrying) = (nil, false) }
  }
}
