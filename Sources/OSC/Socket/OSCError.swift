/// Why there is no socket; `errno` is the system's reason.
public enum OSCError: Error, Hashable, Sendable {
  /// Another program listens there.
  case taken(OSCPeer)

  case refused(OSCPeer, errno: Int32)
}
