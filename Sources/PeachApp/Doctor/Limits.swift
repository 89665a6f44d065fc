import Console
import Foundation
import Language

/// A resource that the system limits for each user.
enum LimitedResource: String {
  // The raw values are the words of limits.conf(5).
  case realtimePriority = "rtprio"
  case lockedMemory = "memlock"

  /// The hard limit of this process; `nil` for no limit.
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

/// The grants of a limited resource: the files of `pam_limits` and this user's groups.
struct LimitFacts {
  /// The groups that distributions use for sound.
  private static let soundGroups = ["audio", "realtime", "jackuser"]

  let user: String

  /// The lines of limits files that raise the limit.
  let grants: [SecurityLimits.Line]

  /// The groups of this session.
  let sessionGroups: [String]

  /// The groups in the user database, which the next session will have.
  let memberships: [String]

  /// A limits file of Debian's jackd that is switched off.
  var disabledFile: String?

  /// The reason why the user does not have the resource.
  private enum Obstacle {
    /// The files grant it to a group, and the user is no member.
    case notMember(group: String)
    /// The user will have it after the next login.
    case oldSession
    /// No file grants it; Debian's file for it exists but is switched off.
    case disabled(path: String)
    case notGranted
  }

  private var obstacle: Obstacle {
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

  /// The steps by which the user gets the resource.
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
        localized("sudo dpkg-reconfigure -p high jackd2 (answer yes; this enables %@)", path),
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

  private static let logInAgain = localized(
    "Log out and in again; new limits apply from the next login.")

  /// The groups and the files, as a sentence.
  var finding: String {
    let groups = Self.soundGroups.filter(sessionGroups.contains).joined(separator: ", ")
    let files = Set(grants.map(\.path)).sorted().joined(separator: ", ")
    return switch (groups.isEmpty, files.isEmpty) {
    case (true, true):
      localized(
        """
        This session has none of the groups audio, realtime and jackuser, and no limits file \
        grants the permission.
        """
      )
    case (true, false):
      localized(
        """
        This session has none of the groups audio, realtime and jackuser; %@ grants the \
        permission.
        """, files)
    case (false, true):
      localized("This session has the groups %@, but no limits file grants the permission.", groups)
    case (false, false):
      localized("This session has the groups %@; %@ grants the permission.", groups, files)
    }
  }

  /// Adds the groups and the files to the figures of a check.
  func add(to line: inout JSONLine) {
    line.add("groups", Self.soundGroups.filter(sessionGroups.contains))
    line.add("limitFiles", Set(grants.map(\.path)).sorted())
  }
}

extension LimitFacts {
  /// Reads the files, and the groups of this user.
  init(of resource: LimitedResource) {
    let limits = SecurityLimits.read()
    let entry = getpwuid(getuid())
    let name = entry.map { String(cString: $0.pointee.pw_name) } ?? "\(getuid())"
    let sessionGroups = Self.sessionGroups
    self.init(
      user: name, grants: limits.lines.filter { $0.item == resource },
      sessionGroups: sessionGroups,
      memberships: Self.memberships(of: name, entry?.pointee.pw_gid ?? getgid()) ?? sessionGroups,
      disabledFile: limits.disabledFile)
  }

  private static var sessionGroups: [String] {
    let count = getgroups(0, nil)
    var groups = [gid_t](repeating: 0, count: Int(max(count, 0)))
    groups = Array(groups.prefix(Int(max(getgroups(count, &groups), 0))))
    return names(of: groups + [getgid()])
  }

  /// The groups of a user in the user database; `nil` if they are too many to read.
  private static func memberships(of user: String, _ primary: gid_t) -> [String]? {
    var size: Int32 = 256
    var groups = [gid_t](repeating: 0, count: Int(size))
    guard getgrouplist(user, primary, &groups, &size) >= 0 else { return nil }
    return names(of: Array(groups.prefix(Int(size))))
  }

  private static func names(of groups: [gid_t]) -> [String] {
    Set(groups).compactMap { group in
      getgrgid(group).map { String(cString: $0.pointee.gr_name) }
    }.sorted()
  }
}

/// The files of `pam_limits`, which apply from the next login.
struct SecurityLimits: Equatable {
  /// A line that raises a limit.
  struct Line: Equatable {
    let path: String
    /// The name of a user, `@` with the name of a group, or `*`.
    let domain: String
    let item: LimitedResource
    let value: String
  }

  private(set) var lines: [Line] = []

  /// A limits file of Debian's jackd that is switched off.
  private(set) var disabledFile: String?

  /// Reads `limits.conf` and then `limits.d` in the order of the names.
  static func read(in root: String = "/etc/security") -> SecurityLimits {
    let folder = root + "/limits.d"
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    var limits = SecurityLimits()
    for path in [root + "/limits.conf"]
      + names.filter({ $0.hasSuffix(".conf") }).map({ "\(folder)/\($0)" })
    {
      // The file may have any encoding; the relevant words are ASCII.
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      limits.add(String(decoding: data, as: UTF8.self), path: path)
    }
    if names.contains("audio.conf.disabled") {
      limits.disabledFile = folder + "/audio.conf.disabled"
    }
    return limits
  }

  /// Adds the lines `domain type item value` that raise a limit (limits.conf(5)).
  private mutating func add(_ text: String, path: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count == 4, ["-", "hard"].contains(words[1]),
        let item = LimitedResource(rawValue: words[2]),
        words[3] != "0"
      else { continue }
      lines.append(Line(path: path, domain: words[0], item: item, value: words[3]))
    }
  }
}
