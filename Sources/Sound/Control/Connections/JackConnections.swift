/// What Peach's ports are connected with, remembered beyond the life of a server.
///
/// A connection is forgotten when it is removed while the port at its other end stays: that is the
/// user's doing. One that ends because the other port goes away is kept for the next server, as one that
/// goes down takes its ports along. A server tells of the end of the connections before the port's, and
/// before its own; so a removal is in doubt until the port has had its time to go, and the server has
/// said something after that.
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

  private enum Standing: Hashable {
    /// It was there when last looked.
    case made
    /// The server has been asked for it and said yes; it has not been seen yet.
    case asked(Doubt)
    /// It is no longer there, and the other port is, or not for much longer.
    case lost(Doubt)
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
  var pending: [Connection] {
    sorted {
      switch $0 {
      case .awaited, .asked: true
      case .made, .lost, .left: false
      }
    }
  }

  /// Takes over what a server before this one had; none of it is made yet.
  mutating func await(_ former: JackConnections) {
    for connection in former.standings.keys where standings[connection] == nil {
      standings[connection] = .awaited
    }
  }

  /// Whether it remains to be seen by whom a connection was removed, or whether one has come.
  var isInDoubt: Bool {
    standings.values.contains {
      switch $0 {
      case .asked, .lost: true
      case .made, .left, .awaited: false
      }
    }
  }

  /// From now on the ports in doubt have time to go; `observe` with `isSettled` ends it.
  mutating func beginSettling() {
    for (connection, standing) in standings {
      switch standing {
      case .asked: standings[connection] = .asked(.settling)
      case .lost: standings[connection] = .lost(.settling)
      case .made, .left, .awaited: break
      }
    }
  }

  /// Takes in what there is now.
  ///
  /// - Parameters:
  ///   - present: every connection of the own ports.
  ///   - isSettled: whether the time since ``beginSettling()`` has been enough, and the server lives.
  ///   - replaced: the ports that went since the last look and came back under their names.
  ///   - isRegistered: whether a port of that full name exists.
  mutating func observe(
    _ present: Set<Connection>, isSettled: Bool = false, replaced: Set<String> = [],
    isRegistered: (String) -> Bool
  ) {
    for connection in present { standings[connection] = .made }
    for (connection, standing) in standings where !present.contains(connection) {
      let isThere = isRegistered(connection.peer)
      switch standing {
      case .made: standings[connection] = isThere ? .lost(.fresh) : .left
      case .lost(let doubt):
        if !isThere {
          standings[connection] = .left
        } else if isSettled, doubt == .settling {
          standings[connection] = nil
        }
      case .left: if isThere { standings[connection] = nil }
      case .asked(let doubt):
        if !isThere || replaced.contains(connection.peer) {
          // The port went before anybody saw the connection: it is still wanted.
          standings[connection] = .awaited
        } else if isSettled, doubt == .settling {
          // It came, and was removed before anybody saw it.
          standings[connection] = nil
        }
      case .awaited: break
      }
    }
  }

  /// The server said yes to a connection that was missing.
  mutating func noteAsked(_ connection: Connection) { standings[connection] = .asked(.fresh) }

  private func sorted(where fits: (Standing) -> Bool) -> [Connection] {
    standings.filter { fits($0.value) }.keys.sorted { ($0.port, $0.peer) < ($1.port, $1.peer) }
  }
}

/// How far it is from being known by whom a connection was removed: by the user, or by the end of the
/// other port or of the server, of which a server tells later. Or, of one that the server has granted and
/// nobody has seen yet, whether it is still to come.
enum Doubt: Hashable {
  /// It has just gone, or has just been granted.
  case fresh

  /// The other port has its time to go.
  case settling
}
