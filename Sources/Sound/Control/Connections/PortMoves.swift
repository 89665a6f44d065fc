import MainThread

/// Moves the outputs of a client to other inputs, or its audio input to another source, for good or to try them. Main
/// thread.
///
/// What is only tried is never handed over: if the client ends meanwhile, the next one gets the connections from before.
/// Call one move at a time.
@MainActor
final class PortMoves {
  /// What the ports are connected with.
  private struct Connected {
    /// The connections that exist.
    var present: [JackConnections.Connection] = []

    /// What is remembered of them.
    var connections = JackConnections()
    var rule: PortRule
  }

  private let role: PortRole
  private let live: LiveClient
  private let keeper: ConnectionKeeper

  /// The connections that the next client is to have while the ports move or are elsewhere for a try;
  /// `nil` for the present ones.
  private var lasting: Connected?

  /// Whether something is tried.
  private var isTrying = false {
    didSet { invariant(!isTrying || lasting != nil, "a try ends with what was there before") }
  }

  /// - Parameters:
  ///   - role: whose ports are moved.
  ///   - keeper: keeps the ports of the same client connected.
  init(_ role: PortRole, _ live: LiveClient, _ keeper: ConnectionKeeper) {
    self.role = role
    self.live = live
    self.keeper = keeper
  }

  /// Replaces the connections of the ports by those that are to stay.
  func restoreLasting(in connections: inout JackConnections) {
    if let lasting { connections.replace(role, with: lasting.connections) }
  }

  /// What the ports are to be connected with as others come.
  var rule: PortRule { lasting?.rule ?? keeper.rule(role) }

  private var nothing: PortRule { PortRule(role, .nothing) }

  /// Disconnects the ports from everything, and connects them as `rule` decides until ``endTrying()``.
  ///
  /// - Returns: the connections that were made.
  func tryConnecting(_ rule: PortRule) async -> [JackConnections.Connection] {
    if !isTrying {
      guard let present = await live.readSettled(role) else { return [] }
      lasting = Connected(
        present: present, connections: keeper.connections, rule: keeper.rule(role))
      isTrying = true
    }
    await disconnect()
    return await keeper.connect(rule, isTry: true)
  }

  /// Gives the ports back the connections that they had before the first try.
  func endTrying() async {
    guard isTrying, let lasting else { return }
    await disconnect()
    await live.ask { client in
      for connection in lasting.present { _ = client.connect(connection) }
    }
    keeper.replaceConnections(with: lasting.connections, rule: lasting.rule)
    settle()
  }

  /// Disconnects the ports from everything, and connects them as `rule` decides, now and as others come.
  ///
  /// - Returns: the connections that were made.
  func move(to rule: PortRule) async -> [JackConnections.Connection] {
    lasting = Connected(rule: rule)
    isTrying = false
    await disconnect()
    let made = await keeper.connect(rule)
    settle()
    return made
  }

  /// Leaves the ports to the user, connected as they were before anything was tried.
  func leave() async {
    lasting?.rule = nothing
    guard isTrying else {
      _ = await keeper.connect(nothing)
      return
    }
    await endTrying()
  }

  /// The server has forgotten the client: nothing that happened to its ports counts.
  func revert() { (lasting, isTrying) = (nil, false) }

  /// Disconnects the ports from everything. Nothing is connected meanwhile, no rule takes the losses
  /// for the user's wish, and nobody remembers them. A rule that saw the old connections would leave the
  /// ports alone, so this waits until the server shows none.
  private func disconnect() async {
    keeper.replaceConnections(with: nil, rule: nothing)
    await live.disconnect(role)
    keeper.replaceConnections(with: JackConnections(), rule: nothing)
  }

  /// The ports are as they are to stay, unless the client has ended on the way there.
  private func settle() {
    if live.isActive { (lasting, isTrying) = (nil, false) }
  }
}
