import Console
import Foundation
import Language

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

extension LimitFacts {
  /// What to do so that the user may have what is limited.
  var advice: [String] {
    switch obstacle {
    case .notMember(let group):
      [
        // as it is: a command.
        "sudo usermod -aG \(group) \(user)", Self.logInAgain,
      ]
    case .oldSession: [Self.logInAgain]
    case .disabled(let path):
      [
        localized("sudo dpkg-reconfigure -p high jackd2 (answer yes; it puts %@ into force)", path),
        // as it is: a command.
        "sudo usermod -aG audio \(user)", Self.logInAgain,
      ]
    case .notGranted:
      [
        // as it is: a command.
        """
        printf '@audio - rtprio 95\\n@audio - memlock unlimited\\n' | sudo tee \
        /etc/security/limits.d/95-audio.conf
        """,
        // as it is: a command.
        "sudo usermod -aG audio \(user)", Self.logInAgain,
      ]
    }
  }

  private static let logInAgain = localized("Log out and in again: limits count from the login on.")

  /// What is known of groups and files, as a sentence.
  var finding: String {
    let groups = Self.soundGroups.filter(sessionGroups.contains).joined(separator: ", ")
    let files = Set(grants.map(\.path)).sorted().joined(separator: ", ")
    return switch (groups.isEmpty, files.isEmpty) {
    case (true, true):
      localized(
        "This session is in none of the groups audio, realtime and jackuser; no limits file grants it."
      )
    case (true, false):
      localized(
        "This session is in none of the groups audio, realtime and jackuser; granted in %@.", files)
    case (false, true):
      localized("This session has the groups %@; no limits file grants it.", groups)
    case (false, false): localized("This session has the groups %@; granted in %@.", groups, files)
    }
  }

  func add(to line: inout JSONLine) {
    line.add("groups", Self.soundGroups.filter(sessionGroups.contains))
    line.add("limitFiles", Set(grants.map(\.path)).sorted())
  }
}

extension LimitFacts {
  /// What the files say of one limit, with this user's groups.
  init(_ limits: SecurityLimits, item: SecurityLimits.Item) {
    let account = Account()
    self.init(
      user: account.name,
      grants: limits.lines.filter { $0.item == item }.map {
        Grant(path: $0.path, domain: $0.domain, value: $0.value)
      },
      sessionGroups: account.sessionGroups, memberships: account.memberships,
      disabledFile: limits.disabledFile)
  }
}

/// This user, with the groups of the session and those of the user database.
struct Account {
  let name: String
  let sessionGroups: [String]
  let memberships: [String]

  init() {
    let entry = getpwuid(getuid())
    let name = entry.map { String(cString: $0.pointee.pw_name) } ?? "\(getuid())"
    self.name = name
    let count = getgroups(0, nil)
    var session = [gid_t](repeating: 0, count: Int(max(count, 0)))
    session = Array(session.prefix(Int(max(getgroups(count, &session), 0))))
    sessionGroups = Self.names(of: session + [getgid()])
    var size: Int32 = 256
    var member = [gid_t](repeating: 0, count: Int(size))
    let found = getgrouplist(name, entry?.pointee.pw_gid ?? getgid(), &member, &size)
    memberships = found < 0 ? sessionGroups : Self.names(of: Array(member.prefix(Int(size))))
  }

  private static func names(of groups: [gid_t]) -> [String] {
    Set(groups).compactMap { group in
      getgrgid(group).map { String(cString: $0.pointee.gr_name) }
    }.sorted()
  }
}

/// The files of `pam_limits`: who may have how much of what, from the next login on.
struct SecurityLimits: Equatable {
  enum Item: String {
    case realtimePriority = "rtprio"
    case lockedMemory = "memlock"
  }

  struct Line: Equatable {
    let path: String
    let domain: String
    let item: Item
    let value: String
  }

  private(set) var lines: [Line] = []

  /// A file of Debian's jackd that its user has not switched on.
  private(set) var disabledFile: String?

  /// Reads `limits.conf` and, after it, `limits.d` in the order of the names.
  ///
  /// - Parameter root: where they are.
  static func read(in root: String = "/etc/security") -> SecurityLimits {
    let folder = root + "/limits.d"
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    var limits = SecurityLimits()
    for path in [root + "/limits.conf"]
      + names.filter({ $0.hasSuffix(".conf") }).map({ "\(folder)/\($0)" })
    {
      // The file may be in any encoding; what counts is ASCII.
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      limits.add(String(decoding: data, as: UTF8.self), path: path)
    }
    if names.contains("audio.conf.disabled") {
      limits.disabledFile = folder + "/audio.conf.disabled"
    }
    return limits
  }

  /// Takes in the lines `domain type item value` that raise a limit (limits.conf(5)).
  mutating func add(_ text: String, path: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count == 4, ["-", "hard"].contains(words[1]), let item = Item(rawValue: words[2]),
        words[3] != "0"
      else { continue }
      lines.append(Line(path: path, domain: words[0], item: item, value: words[3]))
    }
  }
}

/// What the system limits for this process.
enum ResourceLimit {
  case realtimePriority, lockedMemory

  /// The highest that the process may set; `nil` for no limit.
  var highest: Int? {
    let resource =
      switch self {
      case .realtimePriority: __RLIMIT_RTPRIO
      case .lockedMemory: __RLIMIT_MEMLOCK
      }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return 0 }
    return limit.rlim_max > rlim_t(Int.max / 2) ? nil : Int(limit.rlim_max)
  }
}
