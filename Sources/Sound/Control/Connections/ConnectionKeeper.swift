/// Keeps the ports of one client connected: restores the connections that they had on the server
/// before, connects the outputs, and repeats that as ports come and go. Main thread.
///
/// The values ``JackConnections`` and ``OutputWatch`` decide; this scans the server and makes the
/// connections. ``MIDIConnections`` does both for the MIDI ports, when a scan gets to them.
@MainActor
final class ConnectionKeeper {
  var onNews: ((ConnectionNews) -> Void)?

  /// Called with the connections of the outputs when a scan finds others than the one before,
  /// whoever made or removed them.
  var onOutputs: (([JackConnections.Connection]) -> Void)?

  /// The connections of the MIDI ports. New ones are reported to ``onNews``.
  let midi: MIDIConnections

  /// The connections of the audio input. New ones are reported to ``onNews``.
  let input: InputConnections

  /// The connections of the ports; once the keeper has stopped, the connections that they had.
  private(set) var connections = JackConnections()

  /// What the outputs are connected with as ports come.
  private(set) var outputs = OutputWatch(.nothing)

  /// How many watches there were before `outputs`. A connection that one of them wanted is no
  /// longer made.
  private var formerWatches = 0

  private let live: LiveClient
  private let scanner: GraphScanner
  private let remembersConnections: Bool

  private var client: JackClient { live.client }
  private var isActive: Bool { live.isActive }

  // The connections that the client was to have when it came. If the server has forgotten a client,
  // only these count: the changes since then were not the user's.
  private var initialConnections = JackConnections()
  private var initialOutputs = OutputWatch(.nothing)

  /// The identities of the ports at the other ends of `connections` at the last scan.
  private var peerIdentities: [String: UInt64] = [:]

  /// The connections of the outputs at the last scan; `nil` before the first one.
  private var presentOutputs: [JackConnections.Connection]?

  // Whether missing connections are being made now, and whether ports changed meanwhile.
  private var isRestoring = false
  private var shouldRestoreAgain = false

  /// - Parameter remembersConnections: whether ``connections`` is kept up to date, for a client on
  ///   the next server.
  init(_ live: LiveClient, remembersConnections: Bool) {
    self.live = live
    self.remembersConnections = remembersConnections
    scanner = GraphScanner(live)
    midi = MIDIConnections(live)
    input = InputConnections(live)
    scanner.question = { [weak self] in self?.question }
    scanner.onScan = { [weak self] in await self?.handle($0) }
    scanner.afterScan = { [weak self] in self?.resolveLossesLater() }
    midi.onSource = { [weak self] in self?.onNews?(.source($0)) }
    input.onMade = { [weak self] in self?.onNews?(.input($0)) }
  }

  /// Returns to what the client was to be connected with when it came.
  func revert() {
    connections = initialConnections
    use(initialOutputs)
  }

  private func use(_ watch: OutputWatch) {
    outputs = watch
    formerWatches += 1
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
      use(watch)
      return []
    }
    defer { resolveLossesLater() }
    // Scans handle changes from here on; this call connects and returns what exists already.
    use(watch)
    let made = await connectNew(found.destinations, present: found.connections)
    // Ports that have come between the scan and the watch.
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
    use(watch)
    resolveLossesLater()
  }

  /// The audio input has come: makes the connections that it had before.
  func openInput() async {
    connections.open(JackConnections.audioInput)
    input.open()
    for connection in await connectMissing() { report(.restored(connection), of: [connection]) }
    resolveLossesLater()
  }

  /// The audio input is about to go. Its connections are kept.
  func closeInput() {
    input.close()
    connections.close(JackConnections.audioInput)
  }

  /// Connects the audio input as `watch` decides, now and as ports come.
  ///
  /// - Returns: the connections that were made.
  func connectInput(_ watch: OutputWatch) async -> [JackConnections.Connection] {
    let made = await input.connect(watch, reserved: connections.pending)
    resolveLossesLater()
    return made
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

  private func connectNew(
    _ destinations: [ServerPort], present: Set<JackConnections.Connection>,
    isSettled: Bool = false
  ) async -> [JackConnections.Connection] {
    var made: [JackConnections.Connection] = []
    let client = client
    let watch = formerWatches
    let wanted = outputs.observe(
      destinations, present: present,
      reserved: connections.pending + initialConnections.all.filter(present.contains),
      isSettled: isSettled)
    for connection in wanted where isActive && watch == formerWatches {
      let isGranted = await JackRequests.perform { client.connect(connection) }
      if isGranted { made.append(connection) }
      // Meanwhile the outputs may have been moved, which disconnected this again.
      guard watch == formerWatches else { break }
      if isGranted {
        outputs.recordGrant(of: connection)
      } else {
        outputs.recordRefusal(of: connection)
      }
    }
    return made
  }

  // MARK: Scanning

  /// Scans the ports and connections if they have changed; see ``GraphScanner/scan()``.
  func scan() { scanner.scan() }

  private var question: GraphScan.Question {
    GraphScan.Question(
      peers: Set(connections.all.map(\.peer)), wantsConnections: remembersConnections,
      wantsSources: midi.wantsSources, wantsControllers: midi.wantsControllers,
      wantsOutputs: outputs.target != .nothing, wantsCaptures: input.wantsCaptures)
  }

  private func handle(_ scan: GraphScan) async {
    for (old, new) in PortRenames.between(peerIdentities, and: scan.peers) {
      connections.rename(old, to: new)
      peerIdentities[old] = nil
    }
    if remembersConnections {
      live.latency = scan.latency
      let present = scan.present.ofOutputs
      if presentOutputs != present {
        presentOutputs = present
        onOutputs?(present)
      }
      midi.observe(scan.present)
      input.observe(scan.present)
    }
    let replaced = scan.peers.filter { peerIdentities[$0, default: $1] != $1 }.keys
    peerIdentities.merge(scan.peers) { $1 }
    connections.observe(
      scan.present, isSettled: scan.isSettled, replaced: Set(replaced)
    ) { !scan.lacks($0) }
    if !connections.missing.isEmpty {
      for connection in await connectMissing() { report(.restored(connection), of: [connection]) }
    }
    await midi.connect(scan, knowsConnections: remembersConnections)
    await input.connect(scan, reserved: connections.pending)
    if let destinations = scan.destinations {
      let made = await connectNew(
        destinations, present: scan.present, isSettled: scan.isSettled)
      if !made.isEmpty { report(.outputs(made), of: made) }
    }
  }

  /// Waits a moment before connections that have gone, or were just granted, are scanned once more.
  private func resolveLossesLater() {
    let isMIDIInDoubt = remembersConnections && midi.isInDoubt
    guard connections.isInDoubt || outputs.isInDoubt || input.isInDoubt || isMIDIInDoubt,
      !scanner.isWaitingForDepartures
    else { return }
    connections.beginSettling()
    input.beginSettling()
    midi.beginSettling()
    outputs.beginSettling()
    scanner.scanAfterDepartures()
  }
}
