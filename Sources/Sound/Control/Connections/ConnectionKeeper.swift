import MainThread

/// Keeps the ports of one client connected: restores the connections on the server before, connects
/// the ports by rules, and repeats that as ports come and go. Knows all their connections, also
/// those of others. Main thread.
///
/// The values ``JackConnections`` and ``PortRule`` decide; the keeper scans the server and makes
/// the connections.
@MainActor
final class ConnectionKeeper {
  /// Called with a connection that was made after the call that requested it, once it carries data.
  var onNews: ((ConnectionNews) -> Void)?

  /// Called with the connections of the ports of a role when a scan finds that they have changed.
  var onPresent: ((PortRole, [JackConnections.Connection]) -> Void)?

  /// The connections of the ports; once the keeper has stopped, the connections that they had.
  private(set) var connections = JackConnections()

  private let live: LiveClient

  private var client: JackClient { live.client }
  private var isActive: Bool { live.isActive }

  /// The rule and the connections of the ports of a role.
  private struct Kept {
    var rule: PortRule

    /// The number of earlier rules, whose connections are no longer made.
    var formerRules = 0

    /// The connections at the last scan; `nil` before the first one.
    var present: [JackConnections.Connection]?
  }

  private var kept = Dictionary(
    uniqueKeysWithValues: PortRole.allCases.map { ($0, Kept(rule: PortRule($0, .nothing))) })

  /// True if the audio input exists.
  private(set) var isInputOpen = false

  // The connections of the client at its beginning. If the server has forgotten the client, only
  // these count, as the changes since then were not the user's.
  private var initialConnections = JackConnections()
  private var initialOutputs = PortRule(.outputs, .nothing)

  /// The identities of the ports at the other ends of `connections` at the last scan.
  private var peerIdentities: [String: UInt64] = [:]

  // True while missing connections are being made, and if ports have changed meanwhile.
  private var isRestoring = false
  private var shouldRestoreAgain = false

  /// The time that a port has to go after its connections have gone: a server removes both at once.
  private static let departureTime = Duration.milliseconds(200)

  /// The number of changes of the graph before the last scan.
  private var scannedChanges = 0
  private var isScanning = false

  /// True while ports have the time to go, until the scan after that has been handled.
  private var isWaitingForDepartures = false

  /// True if ports that were about to go have had the time.
  private var haveDeparted = false

  init(_ live: LiveClient) { self.live = live }

  /// The rule by which the ports of a role are connected.
  func rule(_ role: PortRole) -> PortRule { kept[role]?.rule ?? PortRule(role, .nothing) }

  /// The ports to which those of a role were connected at the last scan, in the order of their
  /// names.
  func peers(_ role: PortRole) -> [String] { kept[role]?.present?.map(\.peer) ?? [] }

  var isInDoubt: Bool { connections.isInDoubt || activeRules.contains { $0.isInDoubt } }

  /// The rules of ports that exist.
  private var activeRules: [PortRule] {
    PortRole.allCases.map(rule).filter { $0.connects && ($0.role != .input || isInputOpen) }
  }

  /// Returns to the connections and the outputs' rule of the client at its beginning.
  func revert() {
    connections = initialConnections
    use(initialOutputs)
  }

  private func use(_ rule: PortRule) {
    kept[rule.role]?.rule = rule
    kept[rule.role]?.formerRules += 1
  }

  // MARK: Connecting

  /// Restores the connections on the server before this one. A connection whose other port does not
  /// exist yet is made when that appears.
  ///
  /// - Returns: the connections that were made, once they carry data.
  func restore(_ former: JackConnections) async -> [JackConnections.Connection] {
    initialConnections = former
    connections.await(former)
    defer { resolveLossesLater() }
    let made = await connectMissing()
    _ = await live.carry(made)
    return made
  }

  /// Connects ports as `rule` decides, now and as others come. To be called after ``restore(_:)``,
  /// whose connections take precedence.
  ///
  /// - Parameter isTry: true if ``revert()`` does not return to this.
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
    // Scans handle changes from here on; this call only handles ports that exist already.
    use(rule)
    let made = await connectNew(role, found.others, present: found.connections)
    // For ports that have come between the scan and the rule.
    guard let later = await live.ask(scan) else { return made }
    return made + (await connectNew(role, later.others, present: later.connections))
  }

  /// Connects the MIDI sources of a rule, now and as they come.
  ///
  /// - Returns: the names of the sources whose connections carry data now; ``onNews`` reports those
  ///   of a server that takes longer.
  func connectSources(_ rule: PortRule) async -> [String] {
    let made = await connect(rule)
    if await live.carry(made) { return made.map(\.peer) }
    report(made, for: .sources)
    return []
  }

  /// Connects the audio input as a rule decides, now and as ports come. A rule with the same target
  /// changes nothing.
  ///
  /// - Returns: the connections that were made, once they carry data.
  func connectInput(_ rule: PortRule) async -> [JackConnections.Connection] {
    let present = self.rule(.input)
    let made = await connect(rule.target == present.target ? present : rule)
    _ = await live.carry(made)
    return made
  }

  /// Handles a change of connections that was not the user's.
  ///
  /// - Parameters:
  ///   - remembered: the connections of the rule's ports to remember; `nil` for the same as before.
  ///   - rule: the rule from now on.
  func replaceConnections(with remembered: JackConnections?, rule: PortRule) {
    if let remembered { connections.replace(rule.role, with: remembered) }
    use(rule)
    resolveLossesLater()
  }

  /// Makes the earlier connections of the audio input, which has come.
  func openInput() async {
    connections.open(JackConnections.audioInput)
    isInputOpen = true
    for connection in await connectMissing() { report(.restored(connection), of: [connection]) }
    resolveLossesLater()
  }

  /// Keeps the connections of the audio input, which is about to go, for its next opening.
  /// Connections that the user has removed are not made again.
  func closeInput() {
    isInputOpen = false
    use(rule(.input).onNextServer)
    record([], of: .input)
    connections.close(JackConnections.audioInput)
  }

  /// Reports connections that a rule has made.
  private func report(_ made: [JackConnections.Connection], for role: PortRole) {
    switch role {
    case .outputs: if !made.isEmpty { report(.outputs(made), of: made) }
    case .input: for connection in made { report(.input(connection), of: [connection]) }
    case .sources: for connection in made { report(.source(connection.peer), of: [connection]) }
    case .controllers: break
    }
  }

  /// Reports connections once they carry data; never if they have gone by then.
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
      // Each once; a connection that the server refuses waits for the next change.
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

  /// Makes the first of these connections whose other port exists and that the server grants. Asks
  /// the server: not for the main thread.
  ///
  /// - Returns: the connection and the identity of the other port; `nil` if there is none.
  private nonisolated static func connectFirst(
    of candidates: [JackConnections.Connection], on client: JackClient
  ) -> (connection: JackConnections.Connection, identity: UInt64)? {
    for candidate in candidates {
      // The identity comes first, so that the port that is then connected is this one or a later
      // one.
      guard let identity = client.identity(of: candidate.peer), client.connect(candidate) else {
        continue
      }
      return (candidate, identity)
    }
    return nil
  }

  /// Makes the connections of a rule with ports that exist.
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
      // Meanwhile the ports may have been moved, which removed the connection again.
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

  /// Scans the ports and connections if they have changed, away from the main thread: during a
  /// change libjack lets the caller wait for a period. Does not scan while the server freewheels,
  /// as jackd 1.9 disconnects the machine's own ports for that time. To be called after each
  /// wake-up.
  func scan() {
    live.handleWakeUp()
    let client = client
    let changes = client.signals.pointee.graphChanges.load(ordering: .relaxed)
    guard isActive, !client.signals.pointee.isFreewheeling.load(ordering: .relaxed),
      changes != scannedChanges || haveDeparted, !isScanning
    else { return }
    scannedChanges = changes
    isScanning = true
    let isLater = haveDeparted
    haveDeparted = false
    JackRequests.begin { [weak self, question] in
      let scan = GraphScan(question, on: client, isLater: isLater)
      Task { @MainActor in await self?.receive(scan, isLater: isLater) }
    }
  }

  private func receive(_ scan: GraphScan, isLater: Bool) async {
    // Changes while the server goes are not the user's.
    if isActive, !client.signals.pointee.hasShutDown.load(ordering: .acquiring) {
      await handle(scan)
    }
    invariant(isScanning, "one scan is made at a time")
    // Not earlier, as a later scan must not be handled before this one.
    isScanning = false
    if isLater { isWaitingForDepartures = false }
    guard isActive else { return }
    resolveLossesLater()
    self.scan()
  }

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

  /// Records the connections of the ports of a role, and reports them if they have changed. For the
  /// outputs, having none at the first scan is reported, too.
  private func record(_ present: [JackConnections.Connection], of role: PortRole) {
    let former = kept[role]?.present ?? (role == .outputs ? nil : [])
    kept[role]?.present = present
    if former != present { onPresent?(role, present) }
  }

  /// Scans connections in doubt once more, when ports whose connections have gone have had the time
  /// to go.
  private func resolveLossesLater() {
    guard isInDoubt, !isWaitingForDepartures else { return }
    connections.beginSettling()
    for role in PortRole.allCases { kept[role]?.rule.beginSettling() }
    isWaitingForDepartures = true
    Task { [weak self] in
      try? await ProgramClock.sleep(for: Self.departureTime)
      guard let self else { return }
      haveDeparted = true
      scan()
    }
  }
}

/// The ports and connections that a scan has found.
private struct GraphScan: Sendable {
  /// The subjects of a scan.
  struct Question: Sendable {
    /// The ports at the other ends of the connections that existed.
    let peers: Set<String>

    /// The roles whose ports of others are looked for.
    let roles: Set<PortRole>
  }

  let present: Set<JackConnections.Connection>

  /// The ports that were looked for at the other ends of connections. The scan does not know the
  /// port of a later connection.
  private let asked: Set<String>

  /// The ports at the other ends of the connections that existed or exist, each with its identity.
  let peers: [String: UInt64]

  /// The playback latency in frames.
  let latency: Int

  /// The ports of others, for the roles that were asked for.
  let others: [PortRole: [ServerPort]]

  /// True if ports that were about to go have had the time, and the server answers.
  let isSettled: Bool

  /// Asks the server: not for the main thread.
  ///
  /// - Parameter isLater: true if ports that were about to go have had the time.
  init(_ question: Question, on client: JackClient, isLater: Bool) {
    // The ports come before the connections, so that a port that is made anew in between does not
    // get the connections of the port before it. The request to the server comes last: the answer
    // shows that it ran during the whole scan.
    asked = question.peers
    let identities = client.identities(of: asked)
    others = Dictionary(uniqueKeysWithValues: question.roles.map { ($0, client.ports(for: $0)) })
    present = client.connections
    latency = client.playbackLatency(of: present.of(.outputs))
    let newPeers = Set(present.map(\.peer)).subtracting(question.peers)
    peers = PortRenames.latest(identities, later: client.identities(of: newPeers))
    isSettled = isLater && client.isAnswered
  }

  /// True if the scan found that a port does not exist.
  func lacks(_ peer: String) -> Bool { asked.contains(peer) && peers[peer] == nil }
}

extension Set<JackConnections.Connection> {
  /// The connections of the client's ports of a role, in the order of their names.
  func of(_ role: PortRole) -> [JackConnections.Connection] {
    filter { role.ports.contains($0.port) }.sorted { ($0.port, $0.peer) < ($1.port, $1.peer) }
  }
}
