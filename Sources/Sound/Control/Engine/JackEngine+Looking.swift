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
