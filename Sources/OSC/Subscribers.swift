import MainThread

/// The peers that receive the progress of the training. A value: the time is passed in.
struct Subscribers {
  /// The most subscribers at a time; a new one then replaces the one that was silent for longest.
  static let limit = 16

  /// A peer that is silent for longer is forgotten.
  static let lifetime = Duration.seconds(600)

  /// How long an invited peer may take to confirm.
  let invitationLifetime: Duration

  init(invitationLifetime: Duration = .seconds(30)) {
    self.invitationLifetime = invitationLifetime
  }

  private struct Invitation {
    let number: Int32
    let sent: ProgramClock.Instant
  }

  private var lastHeard: [OSCPeer: ProgramClock.Instant] = [:]

  /// The peers that have not confirmed yet.
  private var invitations: [OSCPeer: Invitation] = [:]

  var peers: some Collection<OSCPeer> { lastHeard.keys }

  /// Invites a peer that wants to subscribe, also one that has subscribed before. Returns the number
  /// that it must send back, which nobody can guess.
  mutating func invite(_ peer: OSCPeer, at now: ProgramClock.Instant) -> Int32 {
    invitations = invitations.filter { now - $0.value.sent < invitationLifetime }
    if let known = invitations[peer] { return known.number }
    if invitations.count >= Self.limit,
      let oldest = invitations.min(by: { $0.value.sent < $1.value.sent })
    {
      invitations[oldest.key] = nil
    }
    let invitation = Invitation(number: .random(in: .min ... .max), sent: now)
    invitations[peer] = invitation
    return invitation.number
  }

  /// Adds the invited peer that a number belongs to, and returns it; `nil` if there is none on the
  /// sender's host. The sender's port may be another one.
  mutating func confirm(
    _ number: Int32, from sender: OSCPeer, at now: ProgramClock.Instant
  ) -> OSCPeer? {
    let invited = invitations.first { peer, invitation in
      invitation.number == number && peer.isOnHost(of: sender)
        && now - invitation.sent < invitationLifetime
    }
    guard let peer = invited?.key else { return nil }
    invitations[peer] = nil
    add(peer, at: now)
    return peer
  }

  private mutating func add(_ peer: OSCPeer, at now: ProgramClock.Instant) {
    forgetSilent(at: now)
    if lastHeard[peer] == nil, lastHeard.count >= Self.limit,
      let silent = lastHeard.min(by: { $0.value < $1.value })
    {
      lastHeard[silent.key] = nil
    }
    lastHeard[peer] = now
  }

  mutating func remove(_ peer: OSCPeer) {
    lastHeard[peer] = nil
    invitations[peer] = nil
  }

  /// Notes that a valid message came from `peer`, which keeps all subscriptions of its host alive.
  mutating func receive(_ peer: OSCPeer, at now: ProgramClock.Instant) {
    for known in lastHeard.keys where known.isOnHost(of: peer) { lastHeard[known] = now }
  }

  mutating func forgetSilent(at now: ProgramClock.Instant) {
    lastHeard = lastHeard.filter { now - $0.value < Self.lifetime }
  }
}
