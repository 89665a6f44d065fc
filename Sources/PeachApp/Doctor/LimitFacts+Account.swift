import Foundation

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
