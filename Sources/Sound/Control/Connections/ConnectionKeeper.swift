/// A connection that was made after the call that asked for it.
public enum ConnectionNews: Hashable, Sendable {
  /// A connection from before, whose other port has come.
  case restored(JackConnections.Connection)

  /// Connections of the outputs.
  case outputs([JackConnections.Connection])

  /// A MIDI source of that name.
  case source(String)
}

/// Keeps the ports of one client connected: restores the connections that they had on the server
/// before, connects the outputs and the MIDI sources, and repeats that as ports come and go. Main
/// thread.
///
/// The values ``JackConnections``, ``OutputWatch`` and ``MIDISourceWatch`` decide; this scans the
/// server and makes the connections.
@MainActor
final class ConnectionKeeper {
  /// How long a port may take to go after its connections have gone: a server removes both at once.
  private static let departureTime = Duration.milliseconds(200)

  var onNews: ((ConnectionNews) -> Void)?

  /// The connections of the ports; once the keeper has stopped, the connections that they had.
  private(set) var connections = JackConnections()

  /// What the outputs are connected with as ports come.
  private(set) var outputs = OutputWatch(.nothing)

  /// Whether a source of ``connectSources(matching:)`` is connected, or about to be.
  var hasSource: Bool { !sources.present.isEmpty }

  private let client: JackClient
  private let remembersConnections: Bool
  private var isActive = false

  /// Which MIDI sources are connected as they come.
  private var sources = MIDISourceWatch()

  // What the client was to be connected with when it came. Only that counts of a client that the
  // server has forgotten: the changes since then were not the user's.
  private var initialConnections = JackConnections()
  private var initialOutputs = OutputWatch(.nothing)

  /// The identities of the ports at the other ends of `connections` at the last scan.
  private var peerIdentities: [String: UInt64] = [:]

  /// How many changes of the graph the last scan knew.
  private var scannedChanges = 0
  private var isScanning = false

  // Whether connections in doubt are to be scanned again in a moment, and whether that moment has
  // come.
  private var isWaitingForDepartures = false
  private var shouldResolveLosses = false

  // Whether missing connections are being made now, and whether ports changed meanwhile.
  private var isRestoring = false
  private var shouldRestoreAgain = false

  /// - Parameter remembersConnections: whether ``connections`` is kept up to date, for a client on
  ///   the next server.
  init(client: JackClient, remembersConnections: Bool) {
    self.client = client
    self.remembersConnections = remembersConnections
  }

  /// The server calls the client from now on.
  func start() { isActive = true }

  /// The client is about to be closed, or its server has gone: no more requests are made.
  func stop() { isActive = false }

  /// Returns to what the client was to be connected with when it came.
  func revert() {
    connections = initialConnections
    outputs = initialOutputs
  }

  // MARK: Connecting

  /// Connects the ports as they were on the server before this one. A connection whose other port
  /// does not exist yet is made when that registers.
  ///
  /// - Returns: the connections that were made.
  func restore(_ former: JackConnections) async -> [JackConnections.Connection] {
    initialConnections = former
    connections.await(former)
    defer { resolveLossesLater() }
    return await connectMissing()
  }

  /// Connects the outputs as `watch` decides, now and as ports come. To be called after
  /// ``restore(_:)``: the connections on the server before this one win.
  ///
  /// - Returns: the connections that were made.
  func connectOutputs(_ watch: OutputWatch) async -> [JackConnections.Connection] {
    initialOutputs = watch
    guard watch.target != .nothing else {
      outputs = watch
      return []
    }
    let client = client
    let scan = { @Sendable in
      // In this order: see `scan()`.
      let destinations = client.destinations
      return (destinations, client.connections)
    }
    var (destinations, present) = await JackRequests.perform(scan)
    defer { resolveLossesLater() }
    // Scans handle changes from here on; this call connects and returns what exists already.
    outputs = watch
    let made = await connectNew(destinations, present: present)
    // What has come between the scan and the watch.
    (destinations, present) = await JackRequests.perform(scan)
    return made + (await connectNew(destinations, present: present))
  }

  /// Connects the MIDI sources that match one of the patterns with the MIDI input, now and whenever
  /// one comes.
  ///
  /// - Returns: the names of the sources that are connected now.
  func connectSources(matching patterns: [MIDISourcePattern]) async -> [String] {
    guard !patterns.isEmpty else {
      sources = MIDISourceWatch()
      return []
    }
    let client = client
    let found = await JackRequests.perform { client.sources }
    // Scans handle changes from here on; this call connects and returns what exists already.
    sources = MIDISourceWatch(patterns)
    let made = await connectNew(found)
    // What has come between the scan and the watch.
    return made + (await connectNew(JackRequests.perform { client.sources }))
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
      for connection in connections.missing where isActive {
        // The identity comes first: the port that is then connected is this one or a later one.
        let identity = await JackRequests.perform {
          client.identity(of: connection.peer)
            .flatMap { client.connect(connection) ? $0 : nil }
        }
        guard let identity else { continue }
        peerIdentities[connection.peer] = identity
        connections.recordAsked(connection)
        made.append(connection)
      }
    } while shouldRestoreAgain && isActive
    return made
  }

  private func connectNew(
    _ destinations: [ServerPort], present: Set<JackConnections.Connection>,
    isSettled: Bool = false
  ) async -> [JackConnections.Connection] {
    var made: [JackConnections.Connection] = []
    let client = client
    let wanted = outputs.observe(
      destinations, present: present, reserved: connections.pending, isSettled: isSettled)
    for connection in wanted where isActive {
      if await JackRequests.perform({ client.connect(connection) }) {
        made.append(connection)
        outputs.recordGrant(of: connection)
      } else {
        outputs.recordRefusal(of: connection)
      }
    }
    return made
  }

  private func connectNew(_ found: [ServerPort]) async -> [String] {
    var made: [String] = []
    let client = client
    for name in sources.observe(found) where isActive {
      let connection = JackConnections.Connection(port: "midi_in", peer: name)
      if await JackRequests.perform({ client.connect(connection) }) {
        made.append(name)
      } else {
        sources.recordRefusal(of: name)
      }
    }
    return made
  }

  // MARK: Scanning

  /// What a scan has found.
  private struct Scan: Sendable {
    let present: Set<JackConnections.Connection>

    /// The ports at the other ends of the connections that exist, each with its identity.
    let peers: [String: UInt64]
    let sources: [ServerPort]?
    let destinations: [ServerPort]?

    /// Whether ports that were about to go have had the time, and the server lives.
    let isSettled: Bool
  }

  /// Scans the ports and connections if they have changed, away from the main thread: during a
  /// change libjack lets the caller wait for a period. Not while the server freewheels: jackd 1.9
  /// disconnects the machine's own ports for that time, which is not the user's doing.
  func scan() {
    let changes = client.signals.pointee.graphChanges.load(ordering: .relaxed)
    guard isActive, !client.signals.pointee.isFreewheeling.load(ordering: .relaxed),
      changes != scannedChanges || shouldResolveLosses, !isScanning
    else { return }
    let wantsSources = !sources.patterns.isEmpty
    guard remembersConnections || wantsSources else { return }
    scannedChanges = changes
    isScanning = true
    let client = client
    let remembersConnections = remembersConnections
    let peers = Set(connections.all.map(\.peer))
    let wantsOutputs = outputs.target != .nothing
    let isLater = shouldResolveLosses
    shouldResolveLosses = false
    JackRequests.begin { [weak self] in
      // The ports come before the connections, so that a port that is made anew in between is not
      // believed to have the connections of the port before it. The question to the server comes
      // last: the answer shows that it lived through the whole scan.
      let identities = client.identities(of: peers)
      let sources = wantsSources ? client.sources : nil
      let destinations = wantsOutputs ? client.destinations : nil
      let present = remembersConnections ? client.connections : []
      let scan = Scan(
        present: present, peers: identities, sources: sources, destinations: destinations,
        isSettled: isLater && client.isAnswered)
      Task { @MainActor in await self?.handle(scan) }
    }
  }

  private func handle(_ scan: Scan) async {
    isScanning = false
    // Changes that were seen while the server went are not the user's.
    guard isActive, !client.signals.pointee.hasShutDown.load(ordering: .acquiring) else { return }
    let replaced = scan.peers.filter { peerIdentities[$0, default: $1] != $1 }.keys
    peerIdentities.merge(scan.peers) { $1 }
    connections.observe(
      scan.present, isSettled: scan.isSettled, replaced: Set(replaced)
    ) { scan.peers[$0] != nil }
    if !connections.missing.isEmpty {
      for connection in await connectMissing() { onNews?(.restored(connection)) }
    }
    if let sources = scan.sources {
      for name in await connectNew(sources) { onNews?(.source(name)) }
    }
    if let destinations = scan.destinations {
      let made = await connectNew(
        destinations, present: scan.present, isSettled: scan.isSettled)
      if !made.isEmpty { onNews?(.outputs(made)) }
    }
    resolveLossesLater()
    self.scan()
  }

  /// Waits a moment before connections that have gone, or were just granted, are scanned once more.
  private func resolveLossesLater() {
    guard connections.isInDoubt || outputs.isInDoubt, !isWaitingForDepartures else { return }
    isWaitingForDepartures = true
    connections.beginSettling()
    outputs.beginSettling()
    Task { [weak self] in
      try? await Task.sleep(for: Self.departureTime)
      guard let self else { return }
      isWaitingForDepartures = false
      shouldResolveLosses = true
      scan()
    }
  }
}
