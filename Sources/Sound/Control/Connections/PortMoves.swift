import MainThread

/// Moves the outputs of a client to other inputs, or its audio input to another source, for good or
/// on trial. Main thread.
///
/// If the client ends during a try, the next one gets the connections from before. Call one move at
/// a time.
@MainActor
final class PortMoves {
  /// The connections of the ports.
  private struct Connected {
    /// The connections that exist.
    var present: [JackConnections.Connection] = []

    /// The connections that are remembered.
    var connections = JackConnections()
    var rule: PortRule
  }

  private let role: PortRole
  private let live: LiveClient
  private let keeper: ConnectionKeeper

  /// The connections for the next client while the ports move or are elsewhere for a try; `nil` for
  /// the present ones.
  private var lasting: Connected?

  /// True during a try.
  private var isTrying = false {
    didSet { invariant(!isTrying || lasting != nil, "a try ends with what was there before") }
  }

  /// - Parameters:
  ///   - role: the role of the ports.
  ///   - keeper: the keeper of the same client's connections.
  init(_ role: PortRole, _ live: LiveClient, _ keeper: ConnectionKeeper) {
    self.role = role
    self.live = live
    self.keeper = keeper
  }

  /// Replaces the connections of the ports by the lasting ones.
  func restoreLasting(in connections: inout JackConnections) {
    if let lasting { connections.replace(role, with: lasting.connections) }
  }

  /// The rule by which the ports are connected, without the rule of a try.
  var rule: PortRule { lasting?.rule ?? keeper.rule(role) }

  private var nothing: PortRule { PortRule(role, .nothing) }

  /// Disconnects the ports from everything, and connects them as `rule` decides until
  /// ``endTrying()``.
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

  /// Restores the connections from before the first try.
  func endTrying() async {
    guard isTrying, let lasting else { return }
    await disconnect()
    await live.ask { client in
      for connection in lasting.present { _ = client.connect(connection) }
    }
    keeper.replaceConnections(with: lasting.connections, rule: lasting.rule)
    settle()
  }

  /// Disconnects the ports from everything, and connects them as `rule` decides, now and as others
  /// come.
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

  /// Forgets all moves, as the server has forgotten the client.
  func revert() { (lasting, isTrying) = (nil, false) }

  /// Disconnects the ports from everything. Nothing is connected meanwhile, and the losses neither
  /// count as the user's nor are remembered. A rule that saw the old connections would leave the
  /// ports alone, so this waits until the server shows none.
  private func disconnect() async {
    keeper.replaceConnections(with: nil, rule: nothing)
    await live.disconnect(role)
    keeper.replaceConnections(with: JackConnections(), rule: nothing)
  }

  /// Makes the present connections the lasting ones, unless the client has ended.
  private func settle() {
    if live.isActive { (lasting, isTrying) = (nil, false) }
  }
}
