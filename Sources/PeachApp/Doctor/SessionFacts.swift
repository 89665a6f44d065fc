/// The session manager that Peach would run under.
struct SessionFacts {
  enum Manager: Hashable {
    case none

    /// New Session Manager at an address, `NSM_URL`.
    case nsm(url: String, Reach)

    /// LADISH, under the name `LADISH_APP_NAME`.
    case ladish(name: String)
  }

  /// Whether somebody is at an address.
  enum Reach: String, Hashable {
    /// Nothing speaks against it; a datagram is not acknowledged.
    case possible
    case nobody
    case noAddress
  }

  let manager: Manager

  init(manager: Manager) { self.manager = manager }
}
