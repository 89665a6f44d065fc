/// Who wants to know how the training goes. A value: time comes from outside.
struct Subscribers {
  /// So many at a time; another one takes the place of the one not heard of for longest.
  static let limit = 16

  /// Whoever is not heard of for so long is forgotten.
  static let lifetime = Duration.seconds(600)

  private var lastHeard: [OSCPeer: ContinuousClock.Instant] = [:]

  var peers: some Collection<OSCPeer> { lastHeard.keys }

  mutating func add(_ peer: OSCPeer, at now: ContinuousClock.Instant) {
    forgetSilent(at: now)
    if lastHeard[peer] == nil, lastHeard.count >= Self.limit,
      let silent = lastHeard.min(by: { $0.value < $1.value })
    {
      lastHeard[silent.key] = nil
    }
    lastHeard[peer] = now
  }

  mutating func remove(_ peer: OSCPeer) { lastHeard[peer] = nil }

  /// Something that makes sense has come from `peer`: the subscriptions of its host live on.
  mutating func hear(_ peer: OSCPeer, at now: ContinuousClock.Instant) {
    for known in lastHeard.keys where known.isOnHost(of: peer) { lastHeard[known] = now }
  }

  mutating func forgetSilent(at now: ContinuousClock.Instant) {
    lastHeard = lastHeard.filter { now - $0.value < Self.lifetime }
  }
}
