import MainThread

/// Keeps the ports of one client connected: restores the connections that they had on the server before, connects them
/// as rules say, and repeats that as ports come and go. Knows what they are connected with, whoever connected them.
/// Main thread.
///
/// The values ``JackConnections`` and ``PortRule`` decide; this scans the server and makes the connections.
@MainActor
final class ConnectionKeeper {
  /// Called with a connection that was made after the call that asked for it, once it carries.
  var onNews: ((ConnectionNews) -> Void)?

  /// Called with the connections of the ports of a role when a scan finds others than the one before, whoever made or
  /// removed them.
  var onPresent: ((PortRole, [JackConnections.Connection]) -> Void)?

  /// The connections of the ports; once the keeper has stopped, the connections that they had.
  private(set) var connections = JackConnections()

  private let live: LiveClient
  private let scanner: GraphScanner

  private var client: JackClient { live.client }
  private var isActive: Bool { live.isActive }

  /// What the ports of a role are connected with as others come.
  private struct Kept {
    var rule: PortRule

    /// How many rules there were before, and openings of the port. A connection that one of them wanted is no longer
    /// made.
    var formerRules = 0

    /// The connections at the last scan; `nil` before the first one.
    var present: [JackConnections.Connection]?
  }

  private var kept = Dictionary(
    uniqueKeysWithValues: PortRole.allCases.map { ($0, Kept(rule: PortRule($0, .nothing))) })

  /// Whether the audio input exists.
  private(set) var isInputOpen = false

  // The connections that the client was to have when it came. If the server has forgotten a client,
  // only these count: the changes since then were not the user's.
  private var initialConnections = JackConnections()
  private var initialOutputs = PortRule(.outputs, .nothing)

  /// The identities of the ports at the other ends of `connections` at the last scan.
  private var peerIdentities: [String: UInt64] = [:]

  // Whether missing connections are being made now, and whether ports changed meanwhile.
  private var isRestoring = false
  private var shouldRestoreAgain = false

  init(_ live: LiveClient) {
    self.live = live
    scanner = GraphScanner(live)
    scanner.question = { [weak self] in self?.question }
    scanner.onScan = { [weak self] in await self?.handle($0) }
    scanner.afterScan = { [weak self] in self?.resolveLossesLater() }
  }

  /// The rule by which the ports of a role are connected.
  func rule(_ role: PortRole) -> PortRule { kept[role]?.rule ?? PortRule(role, .nothing) }

  /// The ports to which those of a role were connected at the last scan, in the order of their names.
  func peers(_ role: PortRole) -> [String] { kept[role]?.present?.map(\.peer) ?? [] }

  /// Whether a granted connection may not have come, or why one has gone is unknown.
  var isInDoubt: Bool { connections.isInDoubt || activeRules.contains { $0.isInDoubt } }

  /// Those of ports that exist.
  private var activeRules: [PortRule] {
    PortRole.allCases.map(rule).filter { $0.connects && ($0.role != .input || isInputOpen) }
  }

  /// Returns to what the client was to be connected with when it came.
  func revert() {
    connections = initialConnections
    use(initialOutputs)
  }

  private func use(_ rule: PortRule) {
    kept[rule.role]?.rule = rule
    kept[rule.role]?.formerRules += 1
  }

  // MARK: Connecting

  /// Connects the ports as they were on the server before this one. A connection whose other port
  /// does not exist yet is made when that registers.
  ///
  /// - Returns: the connections that were made, once they carry.
  func restore(_ former: JackConnections) async -> [JackConnections.Connection] {
    initialConnections = former
    connections.await(former)
    defer { resolveLossesLater() }
    let made = await connectMissing()
    _ = await live.carry(made)
    return made
  }

  /// Connects ports as `rule` decides, now and as others come. To be called after ``restore(_:)``: the connections on
  /// the server before this one win.
  ///
  /// - Parameter isTry: whether ``revert()`` does not return to this.
  /// - Returns: the connections that were made.
  func connect(
    _ rule: PortRule, isTry: Bool = false
  ) async -> [JackConnections.Connection] {
    let role = rule.role
    if role == .outputs, !isTry { initialOutputs = rule }
    let scan = { @Sendable (client: JackClient) in
      // In this order: see ``GraphScan``.
      let others = client.ports(for: role)
      return (others: others, connections: client.connections)
    }
    guard rule.connects, role != .input || isInputOpen, let found = await live.ask(scan) else {
      use(rule)
      return []
    }
    defer { resolveLossesLater() }
    // Scans handle changes from here on; this call connects and returns what exists already.
    use(rule)
    let made = await connectNew(role, found.others, present: found.connections)
    // Ports that have come between the scan and the rule.
    guard let later = await live.ask(scan) else { return made }
    return made + (await connectNew(role, later.others, present: later.connections))
  }

  /// Connects the MIDI sources of a rule, now and as they come.
  ///
  /// - Returns: the names of the sources whose connections carry now; those of a server that takes longer are reported.
  func connectSources(_ rule: PortRule) async -> [String] {
    let made = await connect(rule)
    if await live.carry(made) { return made.map(\.peer) }
    report(made, for: .sources)
    return []
  }

  /// Connects the audio input as a rule decides, now and as ports come. A rule with the same target changes nothing.
  ///
  /// - Returns: the connections that were made, once they carry.
  func connectInput(_ rule: PortRule) async -> [JackConnections.Connection] {
    let present = self.rule(.input)
    let made = await connect(rule.target == present.target ? present : rule)
    _ = await live.carry(made)
    return made
  }

  /// The ports of a rule's role are connected elsewhere, and not because of the user.
  ///
  /// - Parameters:
  ///   - remembered: what is remembered of their connections from now on; `nil` for the same as before.
  ///   - rule: decides over them.
  func replaceConnections(with remembered: JackConnections?, rule: PortRule) {
    if let remembered { connections.replace(rule.role, with: remembered) }
    use(rule)
    resolveLossesLater()
  }

  /// The audio input has come: makes the connections that it had before.
  func openInput() async {
    connections.open(JackConnections.audioInput)
    isInputOpen = true
    for connection in await connectMissing() { report(.restored(connection), of: [connection]) }
    resolveLossesLater()
  }

  /// The audio input is about to go. Its connections are kept, and what the user has disconnected stays so when it comes
  /// back.
  func closeInput() {
    isInputOpen = false
    use(rule(.input).onNextServer)
    record([], of: .input)
    connections.close(JackConnections.audioInput)
  }

  /// Reports connections of a rule.
  private func report(_ made: [JackConnections.Connection], for role: PortRole) {
    switch role {
    case .outputs: if !made.isEmpty { report(.outputs(made), of: made) }
    case .input: for connection in made { report(.input(connection), of: [connection]) }
    case .sources: for connection in made { report(.source(connection.peer), of: [connection]) }
    case .controllers: break
    }
  }

  /// Reports connections once they carry; never if they have gone by then.
  private func report(_ news: ConnectionNews, of made: [JackConnections.Connection]) {
    live.wait(for: made) { [weak self] in self?.onNews?(news) }
  }

  private func connectMissing() async -> [JackConnections.Connection] {
    guard !isRestoring else {
      shouldRestoreAgain = true
      return []
    }
    isRestoring = true
    defer { isRestoring = false }
    var made: [JackConnections.Connection] = []
    let client = client
    repeat {
      shouldRestoreAgain = false
      // Each once: a connection that the server refuses waits for the next change.
      for connection in connections.missing
      where isActive && connections.missing.contains(connection) {
        let candidates = connections.candidates(for: connection)
        let result = await JackRequests.perform { Self.connectFirst(of: candidates, on: client) }
        guard let result else { continue }
        let peer = result.connection.peer
        if peer != connection.peer { connections.rename(connection.peer, to: peer) }
        peerIdentities[peer] = result.identity
        connections.recordAsked(result.connection)
        made.append(result.connection)
      }
    } while shouldRestoreAgain && isActive
    return made
  }

  /// Makes the first of these connections whose other port exists and that the server grants. Asks the server:
  /// not for the main thread.
  ///
  /// - Returns: the connection and the identity of the other port; `nil` if there is none.
  private nonisolated static func connectFirst(
    of candidates: [JackConnections.Connection], on client: JackClient
  ) -> (connection: JackConnections.Connection, identity: UInt64)? {
    for candidate in candidates {
      // The identity comes first: the port that is then connected is this one or a later one.
      guard let identity = client.identity(of: candidate.peer), client.connect(candidate) else {
        continue
      }
      return (candidate, identity)
    }
    return nil
  }

  /// Connects what a rule wants of ports that exist.
  private func connectNew(
    _ role: PortRole, _ others: [ServerPort], present: Set<JackConnections.Connection>,
    isSettled: Bool = false
  ) async -> [JackConnections.Connection] {
    let initial = role == .outputs ? initialConnections.all.filter(present.contains) : []
    guard let number = kept[role]?.formerRules,
      let wanted = kept[role]?.rule.observe(
        others, present: present, reserved: connections.pending + initial, isSettled: isSettled)
    else { return [] }
    var made: [JackConnections.Connection] = []
    let client = client
    for connection in wanted where isActive && kept[role]?.formerRules == number {
      let isGranted = await JackRequests.perform { client.connect(connection) }
      if isGranted { made.append(connection) }
      // Meanwhile the ports may have been moved, which disconnected this again.
      guard kept[role]?.formerRules == number else { break }
      if isGranted {
        kept[role]?.rule.recordGrant(of: connection)
      } else {
        kept[role]?.rule.recordRefusal(of: connection)
      }
    }
    return made
  }

  // MARK: Scanning

  /// Scans the ports and connections if they have changed; see ``GraphScanner/scan()``.
  func scan() { scanner.scan() }

  private var question: GraphScan.Question {
    GraphScan.Question(
      peers: Set(connections.all.map(\.peer)), roles: Set(activeRules.map(\.role)))
  }

  private func handle(_ scan: GraphScan) async {
    for (old, new) in PortRenames.between(peerIdentities, and: scan.peers) {
      connections.rename(old, to: new)
      peerIdentities[old] = nil
    }
    invariant(
      isInputOpen || kept[.input]?.present?.isEmpty != false,
      "an input that is closed has no connection")
    live.latency = scan.latency
    for role in PortRole.allCases where role != .input || isInputOpen {
      record(scan.present.of(role), of: role)
    }
    let replaced = scan.peers.filter { peerIdentities[$0, default: $1] != $1 }.keys
    peerIdentities.merge(scan.peers) { $1 }
    connections.observe(
      scan.present, isSettled: scan.isSettled, replaced: Set(replaced)
    ) { !scan.lacks($0) }
    if !connections.missing.isEmpty {
      for connection in await connectMissing() { report(.restored(connection), of: [connection]) }
    }
    for role in PortRole.allCases where role != .input || isInputOpen {
      guard let others = scan.others[role] else { continue }
      let made = await connectNew(
        role, others, present: scan.present, isSettled: scan.isSettled)
      report(made, for: role)
    }
  }

  /// Keeps what the ports of a role are connected with, and reports it if it has changed. Of the outputs that they are
  /// connected with nothing is news, too.
  private func record(_ present: [JackConnections.Connection], of role: PortRole) {
    let former = kept[role]?.present ?? (role == .outputs ? nil : [])
    kept[role]?.present = present
    if former != present { onPresent?(role, present) }
  }

  /// Waits a moment before connections that have gone, or were just granted, are scanned once more.
  private func resolveLossesLater() {
    guard isInDoubt, !scanner.isWaitingForDepartures else { return }
    connections.beginSettling()
    for role in PortRole.allCases { kept[role]?.rule.beginSettling() }
    scanner.scanAfterDepartures()
  }
}
