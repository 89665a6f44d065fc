/// The session manager that Peach would run under.
public struct SessionFacts {
  public enum Manager: Hashable {
    case none

    /// New Session Manager at an address, `NSM_URL`.
    case nsm(url: String, Reach)

    /// LADISH, under the name `LADISH_APP_NAME`.
    case ladish(name: String)
  }

  /// Whether somebody is at an address.
  public enum Reach: String, Hashable {
    /// Nothing speaks against it; a datagram is not acknowledged.
    case possible
    case nobody
    case noAddress
  }

  public let manager: Manager

  public init(manager: Manager) { self.manager = manager }
}
