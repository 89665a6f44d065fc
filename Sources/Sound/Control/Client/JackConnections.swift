/// What Peach's ports are connected with, remembered beyond the life of a server.
///
/// A connection is forgotten when it is removed while the port at its other end stays: that is the
/// user's doing. One that ends because the other port goes away is kept for the next server, as one that
/// goes down takes its ports along.
public struct JackConnections: Hashable, Sendable {
  /// A port of Peach's and one of somebody else's.
  public struct Connection: Hashable, Sendable {
    /// The own port's name without the client's, such as `out_1`.
    public let port: String

    /// The other port's full name, such as `system:playback_1`.
    public let peer: String

    public init(port: String, peer: String) {
      self.port = port
      self.peer = peer
    }
  }

  enum Standing {
    /// It was there when last looked.
    case made
    /// The server has been asked for it and said yes; it has not been seen yet.
    case asked
    /// It was there, and the other port has gone.
    case left
    /// It was there on a server before this one, and is made as soon as the other port is there.
    case awaited
  }

  private var standings: [Connection: Standing] = [:]

  public init() {}

  /// All of them, in the order of their names.
  public var all: [Connection] { sorted { _ in true } }

  /// Those that a server before this one had and this one has not yet.
  public var missing: [Connection] { sorted { $0 == .awaited } }

  /// Those that are wanted and have not been seen yet.
  var pending: [Connection] { sorted { $0 == .awaited || $0 == .asked } }

  /// Takes over what a server before this one had; none of it is made yet.
  mutating func await(_ former: JackConnections) {
    for connection in former.standings.keys where standings[connection] == nil {
      standings[connection] = .awaited
    }
  }

  /// Takes in what there is now.
  ///
  /// - Parameters:
  ///   - present: every connection of the own ports.
  ///   - isRegistered: whether a port of that full name exists.
  mutating func observe(_ present: Set<Connection>, isRegistered: (String) -> Bool) {
    for connection in present { standings[connection] = .made }
    for (connection, standing) in standings where !present.contains(connection) {
      switch standing {
      case .made, .left:
        standings[connection] = isRegistered(connection.peer) ? nil : .left
      // The port went before anybody saw the connection: it is still wanted.
      case .asked: if !isRegistered(connection.peer) { standings[connection] = .awaited }
      case .awaited: break
      }
    }
  }

  /// The server said yes to a connection that was missing.
  mutating func noteAsked(_ connection: Connection) { standings[connection] = .asked }

  private func sorted(where fits: (Standing) -> Bool) -> [Connection] {
    standings.filter { fits($0.value) }.keys.sorted { ($0.port, $0.peer) < ($1.port, $1.peer) }
  }
}
