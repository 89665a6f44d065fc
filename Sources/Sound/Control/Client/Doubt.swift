/// How far it is from being known by whom a connection was removed: by the user, or by the end of the
/// other port or of the server, of which a server tells later.
enum Doubt: Hashable {
  /// It has just gone.
  case fresh

  /// The other port has its time to go.
  case settling
}
