import Foundation

/// Which audio inputs the outputs are to be connected with as those come and go.
///
/// The first output goes to the first that fits, the second to the next; where there is one alone it gets
/// the first output and no more, as both would be twice as loud. What goes and comes back is connected
/// again, and what comes in its place as well; but what the user disconnects stays so, and an output that
/// the user has connected with something else is left alone.
public struct OutputWatch: Hashable, Sendable {
  private enum Standing: Hashable {
    /// It was connected with nothing yet, or with a port that has gone.
    case free(former: String?)
    /// The server is being asked.
    case asked(String)
    /// It was there when last looked.
    case made(String)
    /// It is not there, as it is still to come, or no longer, and the other port is, or not for much
    /// longer: a server tells of the end of a port's connections before the port goes.
    case lost(String, Doubt)
    /// The user has disconnected it, and may connect it again.
    case released(String)

    /// The port with which it is, or is about to be, connected.
    var peer: String? {
      switch self {
      case .asked(let peer), .made(let peer), .lost(let peer, _): peer
      case .free, .released: nil
      }
    }
  }

  public let target: OutputTarget
  private let ports: [String]
  private var standings: [String: Standing] = [:]

  /// What fitted when last looked, with what tells one port from a later one of the same name: only what
  /// comes anew is connected. PipeWire's session manager makes the ports of a device anew when it
  /// chooses how to use it, too fast for anybody to see them gone.
  private var known: [String: UInt64] = [:]

  /// - Parameter ports: the own outputs in their order.
  public init(_ target: OutputTarget, ports: [String] = ["out_1", "out_2"]) {
    self.target = target
    self.ports = ports
  }

  /// The same for the next server, where nothing is connected yet and what the user has released stays so.
  public var onNextServer: OutputWatch {
    var next = self
    next.known = [:]
    for (port, standing) in standings {
      if let peer = standing.peer { next.standings[port] = .free(former: peer) }
    }
    return next
  }

  /// Whether it remains to be seen by whom a connection was removed, or whether one has come.
  var isInDoubt: Bool {
    standings.values.contains { if case .lost = $0 { true } else { false } }
  }

  /// From now on the ports in doubt have time to go; `observe` with `isSettled` ends it.
  mutating func beginSettling() {
    for (port, standing) in standings {
      if case .lost(let peer, _) = standing { standings[port] = .lost(peer, .settling) }
    }
  }

  /// Whether an output is connected with, or about to be connected with, what this has chosen.
  public var holdsAny: Bool { standings.values.contains { $0.peer != nil } }

  /// Takes in what there is now; returns the connections that are to be made.
  ///
  /// - Parameters:
  ///   - destinations: every audio input, in the server's order.
  ///   - present: every connection of the own ports.
  ///   - reserved: connections of before that somebody else is about to make; they win.
  ///   - isSettled: whether the time since ``beginSettling()`` has been enough, and the server lives.
  mutating func observe(
    _ destinations: [ServerPort], present: Set<JackConnections.Connection>,
    reserved: [JackConnections.Connection] = [], isSettled: Bool = false
  ) -> [JackConnections.Connection] {
    guard target != .nothing else { return [] }
    let fitting = target.fitting(destinations)
    let replaced = fitting.filter { known[$0.name, default: $0.identity] != $0.identity }
    let registered = Set(destinations.map(\.name)).subtracting(replaced.map(\.name))
    for port in ports {
      guard let standing = standings[port] else { continue }
      standings[port] = Self.following(
        standing, isSettled: isSettled, isRegistered: registered.contains,
        isConnected: { present.contains(.init(port: port, peer: $0)) })
    }
    let news = fitting.filter { known[$0.name] != $0.identity }.map(\.name)
    known = Dictionary(fitting.map { ($0.name, $0.identity) }) { $1 }
    let taken = Set(present.union(reserved).map(\.port))
    return connections(
      of: ports.filter { isFree($0) && !taken.contains($0) },
      with: news.filter { name in !present.contains { $0.peer == name } })
  }

  /// The server has granted a connection: it is soon seen, unless the user is faster.
  mutating func noteGrant(of connection: JackConnections.Connection) {
    guard standings[connection.port] == .asked(connection.peer) else { return }
    standings[connection.port] = .lost(connection.peer, .fresh)
  }

  /// A connection could not be made: a program registers its ports before the server lets anybody connect
  /// them. It is tried again after the next change, which its activation is.
  mutating func noteRefusal(of connection: JackConnections.Connection) {
    standings[connection.port] = .free(former: connection.peer)
    known[connection.peer] = nil
  }

  private func isFree(_ port: String) -> Bool {
    if case .free = standings[port, default: .free(former: nil)] { true } else { false }
  }

  /// What becomes of an output's standing with what there is now.
  private static func following(
    _ standing: Standing, isSettled: Bool, isRegistered: (String) -> Bool,
    isConnected: (String) -> Bool
  ) -> Standing {
    switch standing {
    case .free(let former?): isConnected(former) ? .made(former) : standing
    case .asked(let peer), .made(let peer), .lost(let peer, _):
      if isConnected(peer) {
        .made(peer)
      } else if !isRegistered(peer) {
        .free(former: peer)
      } else {
        switch standing {
        case .made: .lost(peer, .fresh)
        case .lost(_, .settling) where isSettled: .released(peer)
        default: standing
        }
      }
    case .released(let peer): isConnected(peer) ? .made(peer) : standing
    case .free: standing
    }
  }

  /// Shares what has come out among the free outputs.
  private mutating func connections(
    of free: [String], with news: [String]
  ) -> [JackConnections.Connection] {
    var news = news
    // Each its former one first.
    for port in free {
      guard case .free(let former?) = standings[port], let index = news.firstIndex(of: former)
      else { continue }
      standings[port] = .asked(news.remove(at: index))
    }
    for port in free where isFree(port) {
      // The second output is nobody's without the first.
      guard port == ports.first || ports.first.flatMap({ standings[$0]?.peer }) != nil,
        let index = news.firstIndex(where: isOfSameDevice)
      else { continue }
      standings[port] = .asked(news.remove(at: index))
    }
    return free.compactMap { port in
      standings[port]?.peer.map { JackConnections.Connection(port: port, peer: $0) }
    }
  }

  /// Whether both outputs may go there: two devices of a machine are rarely two ears of one listener.
  private func isOfSameDevice(_ name: String) -> Bool {
    guard target == .physical else { return true }
    let devices = ports.compactMap { standings[$0]?.peer }.map(ClientName.ofPort)
    return devices.allSatisfy { $0 == ClientName.ofPort(name) }
  }
}

/// What the audio outputs are to be connected with by themselves.
public enum OutputTarget: Hashable, Sendable {
  /// Nothing: somebody else connects them.
  case nothing

  /// The first two outputs of the machine, both of one client.
  case physical

  /// The first two that fit.
  case matching(PortPattern)

  /// Those that may be taken, in the server's order.
  func fitting(_ destinations: [ServerPort]) -> [ServerPort] {
    switch self {
    case .nothing: []
    case .physical: destinations.filter(\.isPhysical)
    case .matching(let pattern): pattern.fitting(destinations)
    }
  }
}

/// Which audio inputs a user means: those of a client of that name, or those in whose name or alias the
/// regular expression is found, POSIX's extended one as JACK itself takes them.
public struct PortPattern: Hashable, Sendable {
  /// As the user gave it.
  public let text: String

  /// - Returns: `nil` for what is no regular expression.
  public init?(_ text: String) {
    guard !text.isEmpty, Self.search(text, { _ in true }) == true else { return nil }
    self.text = text
  }

  /// Those that fit, in their order.
  func fitting(_ destinations: [ServerPort]) -> [ServerPort] {
    Self.search(text) { isFound in
      destinations.filter { destination in
        destination.client == text
          || ([destination.name] + destination.aliases).contains(where: isFound)
      }
    } ?? []
  }

  /// Gives a search for the expression to `body`; `nil` where it is none.
  private static func search<Value>(
    _ pattern: String, _ body: ((String) -> Bool) -> Value
  ) -> Value? {
    var expression = regex_t()
    guard regcomp(&expression, pattern, REG_EXTENDED | REG_NOSUB) == 0 else { return nil }
    defer { regfree(&expression) }
    return body { regexec(&expression, $0, 0, nil, 0) == 0 }
  }
}
