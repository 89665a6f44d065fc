/// What a session manager has opened for this program.
public struct ManagedSession: Hashable, Sendable {
  /// Where the program's part of the session is kept: the beginning of a name, or a folder's.
  public let path: String

  /// The session's name for people.
  public let displayName: String

  /// Under which the program registers with JACK, exactly.
  public let clientID: String
}
