/// Who wires the programs of a session instead of Peach, as the environment says.
public enum SessionManager: String, CaseIterable, Hashable, Sendable {
  /// Non (New) Session Manager, and what speaks its protocol, such as RaySession.
  case nsm = "NSM_URL"

  /// LADISH.
  case ladish = "LADISH_APP_NAME"

  /// The variable by which it says so.
  public var variable: String { rawValue }

  /// The one under which this process runs, if it does.
  public init?(environment: [String: String]) {
    guard
      let manager = Self.allCases.first(where: { environment[$0.variable]?.isEmpty == false })
    else { return nil }
    self = manager
  }
}
