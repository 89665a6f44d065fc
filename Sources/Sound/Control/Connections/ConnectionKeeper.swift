/// Looking at the ports and connections after they have changed.
extension JackEngine {
  /// Looks, away from the main thread: while a change is under way libjack lets whoever looks wait for a
  /// period. Not while the server freewheels: jackd 1.9 takes the machine's own ports off everybody for
  /// that time, which is nobody's doing.
  func followConnections() {
    let changes = signals.pointee.graphChanges.load(ordering: .relaxed)
    guard isRunning, !signals.pointee.isFreewheeling.load(ordering: .relaxed),
      changes != seenGraphChanges || shouldResolveDoubts, !isLooking
    else { return }
    seenGraphChanges = changes
    isLooking = true
    let memory = memory
    let peers = Set(connections.all.map(\.peer))
    let wantsSources = !sourceWatch.patterns.isEmpty
    let wantsOutputs = outputWatch.target != .nothing
    let isLater = shouldResolveDoubts
    shouldResolveDoubts = false
    JackRequests.begin { [weak self] in
      // The ports come before the connections, so that a port that is made anew in between is not taken
      // for one that still has the connections of the one before it. The question to the server comes
      // last: its answer shows that it lived through all of this.
      let identities = memory.identities(of: peers)
      let sources = wantsSources ? memory.sources : nil
      let destinations = wantsOutputs ? memory.destinations : nil
      let present = memory.client.connections
      let sight = Sight(
        present: present, peers: identities, sources: sources, destinations: destinations,
        isSettled: isLater && memory.client.isAnswered)
      Task { @MainActor in await self?.take(sight) }
    }
  }

  /// What a look has found.
  private struct Sight: Sendable {
    let present: Set<JackConnections.Connection>

    /// The other ports of the connections, as far as they are there, each with its identity.
    let peers: [String: UInt64]
    let sources: [ServerPort]?
    let destinations: [ServerPort]?

    /// Whether ports that were about to go have had the time, and the server lives.
    let isSettled: Bool
  }

  private func take(_ sight: Sight) async {
    isLooking = false
    // What was seen while the server went is no longer anybody's doing.
    guard isRunning, !signals.pointee.hasShutDown.load(ordering: .acquiring) else { return }
    let replaced = sight.peers.filter { peerIdentities[$0, default: $1] != $1 }.keys
    peerIdentities.merge(sight.peers) { $1 }
    connections.observe(
      sight.present, isSettled: sight.isSettled, replaced: Set(replaced)
    ) { sight.peers[$0] != nil }
    if !connections.missing.isEmpty { await connectMissing() }
    if let sources = sight.sources { await follow(sources) }
    if let destinations = sight.destinations {
      await follow(destinations, present: sight.present, isSettled: sight.isSettled)
    }
    resolveDoubtsLater()
    followConnections()
  }

  /// Lets a moment pass before connections that have gone, or were just granted, are looked at once more.
  func resolveDoubtsLater() {
    guard connections.isInDoubt || outputWatch.isInDoubt, !isWaitingForDoubts else { return }
    isWaitingForDoubts = true
    connections.beginSettling()
    outputWatch.beginSettling()
    Task { [weak self] in
      try? await Task.sleep(for: Self.departure)
      guard let self else { return }
      isWaitingForDoubts = false
      shouldResolveDoubts = true
      if isRunning { followConnections() }
    }
  }

  /// How long a port may take to go once its connections have gone: a server does both in one breath.
  private static let departure = Duration.milliseconds(200)
}

extension JackEngine {
  /// Connects the ports as they were on the server before this one. What is not there yet is made when
  /// its other port registers, and told by ``onConnectionRestored``.
  ///
  /// - Returns: the connections that were made.
  public func restore(_ former: JackConnections) async -> [JackConnections.Connection] {
    broughtConnections = former
    connections.await(former)
    defer { resolveDoubtsLater() }
    return await connectThoseThatCan()
  }

  /// Makes what can be made of the connections that are missing.
  func connectMissing() async {
    for connection in await connectThoseThatCan() { onConnectionRestored?(connection) }
  }

  private func connectThoseThatCan() async -> [JackConnections.Connection] {
    guard !isConnecting else {
      shouldLookAgain = true
      return []
    }
    isConnecting = true
    defer { isConnecting = false }
    var made: [JackConnections.Connection] = []
    let memory = memory
    repeat {
      shouldLookAgain = false
      // Each once: one that the server refuses waits for the next change.
      for connection in connections.missing where isRunning {
        // Looked up first: what is connected is that port or one that came after it.
        let identity = await JackRequests.perform {
          memory.identity(of: connection.peer)
            .flatMap { memory.connect(connection) ? $0 : nil }
        }
        guard let identity else { continue }
        peerIdentities[connection.peer] = identity
        connections.noteAsked(connection)
        made.append(connection)
      }
    } while shouldLookAgain && isRunning
    return made
  }
}

extension JackEngine {
  /// Connects the outputs as `watch` has it, now and as ports come, which ``onOutputsConnected`` tells.
  /// After ``restore(_:)``: what was connected on a server before this one wins.
  ///
  /// - Returns: the connections that were made.
  public func connectOutputs(_ watch: OutputWatch) async -> [JackConnections.Connection] {
    broughtOutputs = watch
    guard watch.target != .nothing else {
      outputWatch = watch
      return []
    }
    let memory = memory
    let look = { @Sendable in
      // In this order: see followConnections().
      let destinations = memory.destinations
      return (destinations, memory.client.connections)
    }
    var (destinations, present) = await JackRequests.perform(look)
    defer { resolveDoubtsLater() }
    // From here on changes are followed, too; what is there already is this call's to connect and to tell.
    outputWatch = watch
    let made = await connectNew(of: destinations, present: present, isSettled: false)
    // What has come between the look and the watch.
    (destinations, present) = await JackRequests.perform(look)
    return made + (await connectNew(of: destinations, present: present, isSettled: false))
  }

  /// Takes in the ports that there are after a change.
  func follow(
    _ destinations: [ServerPort], present: Set<JackConnections.Connection>, isSettled: Bool
  ) async {
    let made = await connectNew(of: destinations, present: present, isSettled: isSettled)
    if !made.isEmpty { onOutputsConnected?(made) }
  }

  private func connectNew(
    of destinations: [ServerPort], present: Set<JackConnections.Connection>, isSettled: Bool
  ) async -> [JackConnections.Connection] {
    var made: [JackConnections.Connection] = []
    let memory = memory
    let wanted = outputWatch.observe(
      destinations, present: present, reserved: connections.pending, isSettled: isSettled)
    for connection in wanted where isRunning {
      if await JackRequests.perform({ memory.connect(connection) }) {
        made.append(connection)
        outputWatch.noteGrant(of: connection)
      } else {
        outputWatch.noteRefusal(of: connection)
      }
    }
    return made
  }
}

extension JackEngine {
  /// Connects the MIDI sources that fit one of the patterns with the MIDI input, now and whenever one
  /// comes, which ``onSourceConnected`` tells.
  ///
  /// - Returns: the names of those that are connected now.
  public func connectSources(matching patterns: [MIDISourcePattern]) async -> [String] {
    guard !patterns.isEmpty else {
      sourceWatch = MIDISourceWatch()
      return []
    }
    let memory = memory
    let sources = await JackRequests.perform { memory.sources }
    // From here on news is followed, too; what is there already is this call's to connect and to tell.
    sourceWatch = MIDISourceWatch(patterns)
    let made = await connectNew(of: sources)
    // What has come between the look and the watch.
    return made + (await connectNew(of: JackRequests.perform { memory.sources }))
  }

  /// Whether a source of ``connectSources(matching:)`` is connected, or about to be.
  public var hasSource: Bool { !sourceWatch.present.isEmpty }

  /// Takes in the sources that there are after a change.
  func follow(_ sources: [ServerPort]) async {
    for name in await connectNew(of: sources) { onSourceConnected?(name) }
  }

  private func connectNew(of sources: [ServerPort]) async -> [String] {
    var made: [String] = []
    let memory = memory
    for name in sourceWatch.observe(sources) where isRunning {
      let connection = JackConnections.Connection(port: "midi_in", peer: name)
      if await JackRequests.perform({ memory.connect(connection) }) {
        made.append(name)
      } else {
        sourceWatch.noteRefusal(of: name)
      }
    }
    return made
  }
}
