/// Who may have what of a limited resource, by the files of `pam_limits` and this user's groups.
struct LimitFacts: Hashable {
  /// A line of a limits file that raises the limit.
  struct Grant: Hashable {
    let path: String
    /// A user's name, `@` with a group's, or `*`.
    let domain: String
    let value: String

    init(path: String, domain: String, value: String) {
      self.path = path
      self.domain = domain
      self.value = value
    }
  }

  /// The groups that distributions use for sound.
  static let soundGroups = ["audio", "realtime", "jackuser"]

  let user: String
  let grants: [Grant]

  /// The groups of this session, and those that the user is a member of by now.
  let sessionGroups: [String]
  let memberships: [String]

  /// A file of Debian's jackd that was switched off.
  let disabledFile: String?

  init(
    user: String, grants: [Grant], sessionGroups: [String], memberships: [String],
    disabledFile: String? = nil
  ) {
    self.user = user
    self.grants = grants
    self.sessionGroups = sessionGroups
    self.memberships = memberships
    self.disabledFile = disabledFile
  }

  /// What keeps the user from what the files grant.
  enum Obstacle: Hashable {
    /// A group that is granted it, and that the user is not in.
    case notMember(group: String)
    /// The user may have it from the next login on.
    case oldSession
    /// The files grant it to nobody; Debian's file for it is there, but switched off.
    case disabled(path: String)
    case notGranted
  }

  var obstacle: Obstacle {
    let groups = grants.compactMap { grant in
      grant.domain.hasPrefix("@") ? String(grant.domain.dropFirst()) : nil
    }
    let isGranted =
      grants.contains { $0.domain == user || $0.domain == "*" }
      || groups.contains { memberships.contains($0) || sessionGroups.contains($0) }
    if isGranted { return .oldSession }
    if let group = groups.first { return .notMember(group: group) }
    return disabledFile.map { .disabled(path: $0) } ?? .notGranted
  }
}
