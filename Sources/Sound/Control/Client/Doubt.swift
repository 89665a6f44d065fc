/// How far it is from being known by whom a connection was removed: by the user, or by the end of the
/// other port or of the server, of which a server tells later. Or, of one that the server has granted and
/// nobody has seen yet, whether it is still to come.
enum Doubt: Hashable {
  /// It has just gone, or has just been granted.
  case fresh

  /// The other port has its time to go.
  case settling
}
