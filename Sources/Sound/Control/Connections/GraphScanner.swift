import MainThread

/// Scans the ports and connections on the server of a client when they have changed. Main thread.
@MainActor
final class GraphScanner {
  /// How long a port may take to go after its connections have gone: a server removes both at once.
  private static let departureTime = Duration.milliseconds(200)

  /// What to look for.
  var question: (@MainActor () -> GraphScan.Question?)?

  /// Called with what was found. When it returns, what has changed meanwhile is scanned.
  var onScan: (@MainActor (GraphScan) async -> Void)?

  /// Called after each scan, when ``onScan`` has returned.
  var afterScan: (@MainActor () -> Void)?

  /// Whether ``scanAfterDepartures()`` waits, or its scan has not been handled.
  private(set) var isWaitingForDepartures = false

  private let live: LiveClient

  /// How many changes of the graph the last scan knew.
  private var scannedChanges = 0
  private var isScanning = false

  /// Whether ports that were about to go have had the time.
  private var haveDeparted = false

  init(_ live: LiveClient) { self.live = live }

  /// Scans the ports and connections if they have changed, away from the main thread: during a
  /// change libjack lets the caller wait for a period. Not while the server freewheels: jackd 1.9
  /// disconnects the machine's own ports for that time, which is not the user's doing.
  func scan() {
    live.handleWakeUp()
    let client = live.client
    let changes = client.signals.pointee.graphChanges.load(ordering: .relaxed)
    guard live.isActive, !client.signals.pointee.isFreewheeling.load(ordering: .relaxed),
      changes != scannedChanges || haveDeparted, !isScanning,
      let question = question?()
    else { return }
    scannedChanges = changes
    isScanning = true
    let isLater = haveDeparted
    haveDeparted = false
    JackRequests.begin { [weak self] in
      let scan = GraphScan(question, on: client, isLater: isLater)
      Task { @MainActor in await self?.report(scan, isLater: isLater) }
    }
  }

  private func report(_ scan: GraphScan, isLater: Bool) async {
    // Changes that were seen while the server went are not the user's.
    if live.isActive, !live.client.signals.pointee.hasShutDown.load(ordering: .acquiring) {
      await onScan?(scan)
    }
    invariant(isScanning, "one scan is made at a time")
    // Not before: a later scan must not be handled before this one.
    isScanning = false
    if isLater { isWaitingForDepartures = false }
    guard live.isActive else { return }
    afterScan?()
    self.scan()
  }

  /// Scans once more in a moment, when ports whose connections have gone have had the time to go.
  func scanAfterDepartures() {
    isWaitingForDepartures = true
    Task { [weak self] in
      try? await ProgramClock.sleep(for: Self.departureTime)
      guard let self else { return }
      haveDeparted = true
      scan()
    }
  }
}

/// What a scan has found.
struct GraphScan: Sendable {
  /// What a scan looks for.
  struct Question: Sendable {
    /// The ports at the other ends of the connections that existed.
    let peers: Set<String>

    /// The roles whose ports of others are looked for.
    let roles: Set<PortRole>
  }

  let present: Set<JackConnections.Connection>

  /// The ports that were looked for at the other ends of connections. A connection that was made since then has
  /// another one, of which the scan says nothing.
  private let asked: Set<String>

  /// The ports at the other ends of the connections that existed or exist, each with its identity.
  let peers: [String: UInt64]

  /// The frames from the frame of a sound until it is heard.
  let latency: Int

  /// The ports of others, for the roles that were asked for.
  let others: [PortRole: [ServerPort]]

  /// Whether ports that were about to go have had the time, and the server lives.
  let isSettled: Bool

  /// Asks the server: not for the main thread.
  ///
  /// - Parameter isLater: whether ports that were about to go have had the time.
  init(_ question: Question, on client: JackClient, isLater: Bool) {
    // The ports come before the connections, so that a port that is made anew in between is not
    // believed to have the connections of the port before it. The question to the server comes
    // last: the answer shows that it lived through the whole scan.
    asked = question.peers
    let identities = client.identities(of: asked)
    others = Dictionary(uniqueKeysWithValues: question.roles.map { ($0, client.ports(for: $0)) })
    present = client.connections
    latency = client.playbackLatency(of: present.of(.outputs))
    let newPeers = Set(present.map(\.peer)).subtracting(question.peers)
    peers = PortRenames.latest(identities, later: client.identities(of: newPeers))
    isSettled = isLater && client.isAnswered
  }

  /// Whether the scan found that a port does not exist.
  func lacks(_ peer: String) -> Bool { asked.contains(peer) && peers[peer] == nil }
}

extension Set<JackConnections.Connection> {
  /// The connections of the client's ports of a role, in the order of their names.
  func of(_ role: PortRole) -> [JackConnections.Connection] {
    filter { role.ports.contains($0.port) }.sorted { ($0.port, $0.peer) < ($1.port, $1.peer) }
  }
}
