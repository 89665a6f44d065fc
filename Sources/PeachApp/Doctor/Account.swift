import Foundation

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
