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

  /// Called with the connections of the outputs when a scan finds others than the one before,
  /// whoever made or removed them.
  var onOutputs: (([JackConnections.Connection]) -> Void)?

  /// Called with the ports that are connected to the MIDI input when a scan finds others than the one
  /// before, whoever made or removed the connections.
  var onInputs: (([String]) -> Void)?

  /// The connections of the ports; once the keeper has stopped, the connections that they had.
  private(set) var connections = JackConnections()

  /// What the outputs are connected with as ports come.
  private(set) var outputs = OutputWatch(.nothing)

  /// Whether a source of ``connectSources(matching:)`` is connected, or about to be.
  var hasSource: Bool { !sources.present.isEmpty }

  private let live: LiveClient
  private let remembersConnections: Bool

  private var client: JackClient { live.client }
  private var isActive: Bool { live.isActive }

  /// Which MIDI sources are connected as they come.
  private var sources = MIDISourceWatch()

  // What the client was to be connected with when it came. Only that counts of a client that the
  // server has forgotten: the changes since then were not the user's.
  private var initialConnections = JackConnections()
  private var initialOutputs = OutputWatch(.nothing)

  /// The identities of the ports at the other ends of `connections` at the last scan.
  private var peerIdentities: [String: UInt64] = [:]

  /// The connections of the outputs at the last scan; `nil` before the first one.
  private var presentOutputs: [JackConnections.Connection]?

  /// The ports that were connected to the MIDI input at the last scan.
  private(set) var presentInputs: [String] = []

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
  init(_ live: LiveClient, remembersConnections: Bool) {
    self.live = live
    self.remembersConnections = remembersConnections
  }

  /// Returns to what the client was to be connected with when it came.
  func revert() {
    connections = initialConnections
    outputs = initialOutputs
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

  /// Connects the outputs as `watch` decides, now and as ports come. To be called after
  /// ``restore(_:)``: the connections on the server before this one win.
  ///
  /// - Parameter isTry: whether ``revert()`` does not return to this.
  /// - Returns: the connections that were made.
  func connectOutputs(
    _ watch: OutputWatch, isTry: Bool = false
  ) async -> [JackConnections.Connection] {
    if !isTry { initialOutputs = watch }
    let scan = { @Sendable (client: JackClient) in
      // In this order: see `scan()`.
      let destinations = client.destinations
      return (destinations: destinations, connections: client.connections)
    }
    guard watch.target != .nothing, let found = await live.ask(scan) else {
      outputs = watch
      return []
    }
    defer { resolveLossesLater() }
    // Scans handle changes from here on; this call connects and returns what exists already.
    outputs = watch
    let made = await connectNew(found.destinations, present: found.connections)
    // What has come between the scan and the watch.
    guard let later = await live.ask(scan) else { return made }
    return made + (await connectNew(later.destinations, present: later.connections))
  }

  /// The outputs are elsewhere, and not because of the user.
  ///
  /// - Parameters:
  ///   - remembered: what is remembered of them from now on; `nil` for the same as before.
  ///   - watch: watches over them.
  func replaceOutputs(with remembered: JackConnections?, watch: OutputWatch) {
    if let remembered { connections.replaceOutputs(with: remembered) }
    outputs = watch
    resolveLossesLater()
  }

  /// Connects the MIDI sources that match one of the patterns with the MIDI input, now and whenever
  /// one comes.
  ///
  /// - Returns: the names of the sources whose connections carry now; those of a server that takes
  ///   longer are reported to ``onNews``.
  func connectSources(matching patterns: [MIDISourcePattern]) async -> [String] {
    guard !patterns.isEmpty else {
      sources = MIDISourceWatch()
      return []
    }
    let found = await live.ask { $0.sources }
    // Scans handle changes from here on; this call connects and returns what exists already.
    sources = MIDISourceWatch(patterns)
    var made = await connectNew(found ?? [])
    // What has come between the scan and the watch.
    made += await connectNew(await live.ask { $0.sources } ?? [])
    if await live.carry(made.map(Self.connection(with:))) { return made }
    for name in made { report(.source(name), of: [Self.connection(with: name)]) }
    return []
  }

  private static func connection(with source: String) -> JackConnections.Connection {
    JackConnections.Connection(port: midiInput, peer: source)
  }

  /// The short name of the MIDI input.
  private nonisolated static let midiInput = "midi_in"

  /// Reports connections once they carry; never if they have gone by then.
  private func report(_ news: ConnectionNews, of made: [JackConnections.Connection]) {
    Task { [weak self] in
      while let self, isActive {
        if await live.carry(made) {
          onNews?(news)
          return
        }
        guard let present = await live.ask({ $0.connections }), present.isSuperset(of: made) else {
          return
        }
      }
    }
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
        let candidates = connections.candidates(for: connection)
        let result = await JackRequests.perform {
          candidates.lazy.compactMap { candidate in
            client.identity(of: candidate.peer)
              .flatMap { client.connect(candidate) ? (connection: candidate, identity: $0) : nil }
          }.first
        }
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
      let connection = Self.connection(with: name)
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

    /// The ports at the other ends of the connections that existed or exist, each with its identity.
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
    live.handleWakeUp()
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
      let newPeers = Set(present.map(\.peer)).subtracting(peers)
      let scan = Scan(
        present: present, peers: identities.merging(client.identities(of: newPeers)) { $1 },
        sources: sources, destinations: destinations,
        isSettled: isLater && client.isAnswered)
      Task { @MainActor in await self?.handle(scan) }
    }
  }

  private func handle(_ scan: Scan) async {
    isScanning = false
    // Changes that were seen while the server went are not the user's.
    guard isActive, !client.signals.pointee.hasShutDown.load(ordering: .acquiring) else { return }
    for (old, new) in PortRenames.between(peerIdentities, and: scan.peers) {
      connections.rename(old, to: new)
      peerIdentities[old] = nil
    }
    if remembersConnections {
      let present = Self.outputs(among: scan.present)
      if presentOutputs != present {
        presentOutputs = present
        onOutputs?(present)
      }
      let inputs = Self.inputs(among: scan.present)
      if presentInputs != inputs {
        presentInputs = inputs
        onInputs?(inputs)
      }
    }
    let replaced = scan.peers.filter { peerIdentities[$0, default: $1] != $1 }.keys
    peerIdentities.merge(scan.peers) { $1 }
    connections.observe(
      scan.present, isSettled: scan.isSettled, replaced: Set(replaced)
    ) { scan.peers[$0] != nil }
    if !connections.missing.isEmpty {
      for connection in await connectMissing() { report(.restored(connection), of: [connection]) }
    }
    if let sources = scan.sources {
      for name in await connectNew(sources) {
        report(.source(name), of: [Self.connection(with: name)])
      }
    }
    if let destinations = scan.destinations {
      let made = await connectNew(
        destinations, present: scan.present, isSettled: scan.isSettled)
      if !made.isEmpty { report(.outputs(made), of: made) }
    }
    resolveLossesLater()
    self.scan()
  }

  /// The connections of the audio outputs among all connections, in the order of their names.
  nonisolated static func outputs(
    among connections: Set<JackConnections.Connection>
  ) -> [JackConnections.Connection] {
    connections.filter { OutputWatch.ports.contains($0.port) }
      .sorted { ($0.port, $0.peer) < ($1.port, $1.peer) }
  }

  /// The ports that are connected to the MIDI input among all connections, in the order of their names.
  nonisolated static func inputs(among connections: Set<JackConnections.Connection>) -> [String] {
    connections.filter { $0.port == midiInput }.map(\.peer).sorted()
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
