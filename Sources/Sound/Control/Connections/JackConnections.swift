import MainThread

/// The connections of Peach's ports, remembered beyond the life of a server.
///
/// A connection is forgotten when it is removed while the port at its other end stays: the user has
/// removed it. A connection that ends because the other port goes is kept for the next server, as a
/// server that shuts down removes its ports. A server reports the end of the connections before the
/// end of the port, and before its own; so a removal is in doubt until the port has had the time to
/// go and the server has answered after that.
public struct JackConnections: Hashable, Sendable {
  /// A connection of one of Peach's ports with another client's.
  public struct Connection: Hashable, Sendable {
    /// The name of Peach's port without the client's, such as `out_1`.
    public let port: String

    /// The other port's full name, such as `system:playback_1`.
    public let peer: String

    public init(port: String, peer: String) {
      self.port = port
      self.peer = peer
    }
  }

  /// The name of Peach's MIDI input.
  public static let midiInput = "midi_in"

  /// The name of Peach's audio input, which comes and goes.
  public static let audioInput = "in_1"

  /// The name of the output to controllers, which show the training.
  public static let midiOutput = "midi_out"

  private enum Standing: Hashable {
    /// Existed at the last scan.
    case made
    /// Granted by the server, and not seen by a scan yet.
    case asked(ConnectionDoubt)
    /// Removed, although the other port still exists, perhaps not for much longer.
    case lost(ConnectionDoubt)
    /// Ended with the other port.
    case left
    /// Existed on a server before this one, and is made as soon as the other port exists.
    case awaited
  }

  private var standings: [Connection: Standing] = [:]

  /// The connections that were granted, did not come, and are requested once more: the server
  /// connects by name, and may have connected a port that was just going.
  private var askedAgain: Set<Connection> = []

  /// Peach's own ports that do not exist at present. Their connections wait for them.
  private var closed: Set<String> = [audioInput]

  /// The names of renamed ports before the first renaming: on the next server they may have either.
  private var originalNames: [String: String] = [:]

  public init() {}

  /// All connections, in the order of their names.
  public var all: [Connection] { sorted { _ in true } }

  /// The connections that a server before this one had and this one does not have yet.
  public var missing: [Connection] {
    sorted { $0 == .awaited }.filter { !closed.contains($0.port) }
  }

  /// The connections that are wanted and have not been seen yet.
  var pending: [Connection] {
    sorted {
      switch $0 {
      case .awaited, .asked: true
      case .made, .lost, .left: false
      }
    }
    .filter { !closed.contains($0.port) }
  }

  /// Adopts the connections on a server before this one; none of them is made yet.
  mutating func await(_ former: JackConnections) {
    for connection in former.standings.keys where standings[connection] == nil {
      standings[connection] = .awaited
    }
    originalNames.merge(former.originalNames) { own, _ in own }
  }

  /// Allows the connections of an own port that has come; they are made as soon as the other ports
  /// exist.
  mutating func open(_ port: String) { closed.remove(port) }

  /// Keeps the connections of an own port that is about to go. They are made again when it comes
  /// back.
  mutating func close(_ port: String) {
    closed.insert(port)
    for (connection, standing) in standings where connection.port == port {
      switch standing {
      case .made, .asked, .awaited: standings[connection] = .awaited
      // The other port has gone, or the user has just disconnected it.
      case .left, .lost: standings[connection] = nil
      }
    }
    askedAgain = askedAgain.filter { $0.port != port }
  }

  /// Replaces the connections of the ports of a role by those of `other`.
  mutating func replace(_ role: PortRole, with other: JackConnections) {
    standings = standings.filter { !role.ports.contains($0.key.port) }
    for (connection, standing) in other.standings where role.ports.contains(connection.port) {
      standings[connection] = standing
    }
    askedAgain = askedAgain.filter { !role.ports.contains($0.port) }
      .union(other.askedAgain.filter { role.ports.contains($0.port) })
    for port in role.ports where closed.contains(port) { close(port) }
    originalNames.merge(other.originalNames) { own, _ in own }
  }

  /// A missing connection by each name that the other port may have.
  func candidates(for missing: Connection) -> [Connection] {
    [missing]
      + (originalNames[missing.peer].map { [Connection(port: missing.port, peer: $0)] } ?? [])
  }

  /// Renames the other port of connections.
  mutating func rename(_ peer: String, to newName: String) {
    for (connection, standing) in standings where connection.peer == peer {
      standings[connection] = nil
      standings[Connection(port: connection.port, peer: newName)] = standing
    }
    askedAgain = Set(
      askedAgain.map { $0.peer == peer ? Connection(port: $0.port, peer: newName) : $0 })
    let original = originalNames.removeValue(forKey: peer) ?? peer
    originalNames[newName] = original == newName ? nil : original
  }

  /// True as long as a removal has an unknown reason, or a granted connection has not been seen.
  var isInDoubt: Bool {
    standings.values.contains {
      switch $0 {
      case .asked, .lost: true
      case .made, .left, .awaited: false
      }
    }
  }

  /// Gives the ports of connections in doubt time to go, from now until `observe` with `isSettled`.
  mutating func beginSettling() {
    for (connection, standing) in standings {
      switch standing {
      case .asked: standings[connection] = .asked(.settling)
      case .lost: standings[connection] = .lost(.settling)
      case .made, .left, .awaited: break
      }
    }
  }

  /// Updates the connections with those that exist now.
  ///
  /// - Parameters:
  ///   - present: every connection of Peach's ports.
  ///   - isSettled: true if enough time has passed since ``beginSettling()``, and the server
  ///     answers.
  ///   - replaced: the ports that have gone since the last scan and come back under their names.
  ///   - isRegistered: true if a port of that full name exists.
  mutating func observe(
    _ present: Set<Connection>, isSettled: Bool = false, replaced: Set<String> = [],
    isRegistered: (String) -> Bool
  ) {
    // Another port may come under the same name.
    askedAgain = askedAgain.filter { isRegistered($0.peer) && !replaced.contains($0.peer) }
    for connection in present where !closed.contains(connection.port) {
      standings[connection] = .made
      askedAgain.remove(connection)
    }
    for (connection, standing) in standings
    where !present.contains(connection) && !closed.contains(connection.port) {
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
          // The port went before the connection was seen, which is still wanted.
          standings[connection] = .awaited
        } else if isSettled, doubt == .settling {
          // If the connection does not come the second time either, it was removed before it was
          // seen.
          let isAgain = askedAgain.insert(connection).inserted
          if !isAgain { askedAgain.remove(connection) }
          standings[connection] = isAgain ? .awaited : nil
        }
      case .awaited: break
      }
    }
    invariant(
      standings.allSatisfy { $1 == .awaited || !closed.contains($0.port) }
        && askedAgain.allSatisfy { standings[$0] != nil },
      "a port that is closed has no connection, and what is asked again is wanted")
  }

  /// Records that the server has granted a missing connection.
  mutating func recordAsked(_ connection: Connection) {
    // The port may have closed meanwhile.
    standings[connection] = closed.contains(connection.port) ? .awaited : .asked(.fresh)
  }

  private func sorted(where fits: (Standing) -> Bool) -> [Connection] {
    standings.filter { fits($0.value) }.keys.sorted { ($0.port, $0.peer) < ($1.port, $1.peer) }
  }
}

/// The age of a doubt about a connection. A connection that has gone was removed by the user, or
/// ended with the other port or the server, which a server reports later; one that was granted and
/// that no scan has seen may still come.
enum ConnectionDoubt: Hashable {
  /// The connection has just gone, or has just been granted.
  case fresh

  /// The other port has been given time to go.
  case settling
}

/// Ports that a patchbay has renamed.
enum PortRenames {
  /// Merges the identities of ports by names that were looked up one after the other. A port that
  /// was renamed in between was found by both names, and keeps the later one.
  ///
  /// - Parameters:
  ///   - earlier: the identities by the names that were looked up first; 0 is unknown.
  ///   - later: the identities by other names.
  static func latest(_ earlier: [String: UInt64], later: [String: UInt64]) -> [String: UInt64] {
    let renamed = Set(later.values).subtracting([0])
    return earlier.filter { !renamed.contains($0.value) }.merging(later) { $1 }
  }

  /// The new name of each port that is known by a name that no port has now.
  ///
  /// - Parameters:
  ///   - known: the identities of ports by their former names; 0 is unknown.
  ///   - present: the identities of ports by their names now.
  static func between(
    _ known: [String: UInt64], and present: [String: UInt64]
  ) -> [(old: String, new: String)] {
    let arrived = present.filter { known[$0.key] == nil }
    return known.compactMap { old, identity in
      guard identity != 0, present[old] == nil else { return nil }
      return arrived.first { $0.value == identity }.map { (old, $0.key) }
    }
  }
}
