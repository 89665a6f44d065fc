/// Decides which audio inputs the outputs are connected with as those come and go; with the audio input as its
/// only port (``ofInput(_:)``), which source of sound that is connected with.
///
/// The first output is connected with the first input that fits, the second with the next; a single
/// input gets only the first output, as both would be twice as loud. An input that goes and comes
/// back is connected again, and so is one that comes in its place; but an output that the user
/// disconnects stays disconnected, and one that the user or a patchbay has connected with another device is
/// left alone. A program that only listens to an output, such as a meter or a recorder, is no place where it is
/// heard, and changes nothing.
public struct OutputWatch: Hashable, Sendable {
  private enum Standing: Hashable {
    /// It was not connected yet, or its port has gone.
    case free(former: String?)
    /// The server is being asked for it.
    case asked(String)
    /// It existed at the last scan.
    case made(String)
    /// The server has granted it, and no scan has seen it yet.
    case granted(String, PendingLoss)
    /// It no longer exists; the other port does, perhaps not for much longer: a
    /// server reports the end of a port's connections before the port goes.
    case lost(String, PendingLoss)
    /// The user has disconnected it, and may connect it again.
    case released(String)

    /// The port with which it is, or is about to be, connected.
    var peer: String? {
      switch self {
      case .asked(let peer), .granted(let peer, _), .made(let peer), .lost(let peer, _): peer
      case .free, .released: nil
      }
    }

    /// The same if its port has a new name.
    func renamed(_ old: String, to new: String) -> Standing {
      switch self {
      case .free(old): .free(former: new)
      case .asked(old): .asked(new)
      case .made(old): .made(new)
      case .granted(old, let stage): .granted(new, stage)
      case .lost(old, let stage): .lost(new, stage)
      case .released(old): .released(new)
      default: self
      }
    }
  }

  public let target: OutputTarget
  private let ports: [String]

  /// Whether any connection keeps a port from being connected with something else, as a source does that
  /// somebody has connected with the audio input.
  private let isInput: Bool
  private var standings: [String: Standing] = [:]

  /// The outputs whose connection was granted, did not come, and is asked for once more, with the port at the
  /// other end.
  private var askedAgain: [String: String] = [:]

  /// The ports that fitted at the last scan, with their identities: only new ports are connected.
  /// PipeWire's session manager makes the ports of a device anew when it chooses how to use it, too
  /// fast for a scan to find them gone.
  private var known: [String: UInt64] = [:]

  /// The ports that fitted at some scan and have gone since.
  private var departed: Set<String> = []

  /// The names of Peach's outputs, in their order.
  public static let ports = ["out_1", "out_2"]

  /// The same rules for the audio input and the sources of sound.
  public static func ofInput(_ target: OutputTarget) -> OutputWatch {
    OutputWatch(target, ports: [JackConnections.audioInput], isInput: true)
  }

  public init(_ target: OutputTarget) {
    self.init(target, ports: Self.ports, isInput: false)
  }

  private init(_ target: OutputTarget, ports: [String], isInput: Bool) {
    self.target = target
    self.ports = ports
    self.isInput = isInput
  }

  /// The same for the next server, where nothing is connected yet and what the user has
  /// disconnected stays so.
  public var onNextServer: OutputWatch {
    var next = self
    next.known = [:]
    next.departed = []
    next.askedAgain = [:]
    for (port, standing) in standings {
      if let peer = standing.peer { next.standings[port] = .free(former: peer) }
    }
    return next
  }

  /// Whether it is still unknown why a connection was removed, or whether a granted one has come.
  var isInDoubt: Bool {
    standings.values.contains {
      switch $0 {
      case .granted, .lost: true
      case .free, .asked, .made, .released: false
      }
    }
  }

  /// Gives the ports of connections in doubt time to go, from now until `observe` with `isSettled`.
  mutating func beginSettling() {
    for (port, standing) in standings {
      switch standing {
      case .granted(let peer, _): standings[port] = .granted(peer, .settling)
      case .lost(let peer, _): standings[port] = .lost(peer, .settling)
      case .free, .asked, .made, .released: break
      }
    }
  }

  /// Whether an output is connected, or about to be connected, with a port that this has chosen.
  public var holdsAny: Bool { standings.values.contains { $0.peer != nil } }

  /// Whether a port fitted at the last scan, connected or not.
  public var findsPort: Bool { !known.isEmpty }

  /// The port that the user has disconnected, if it is there; `nil` also while it is unknown why a connection has
  /// gone.
  public var releasedPort: String? {
    guard !isInDoubt else { return nil }
    for port in ports {
      if case .released(let peer) = standings[port], known[peer] != nil { return peer }
    }
    return nil
  }

  /// Updates the watch with the ports and connections that exist now; returns the connections to
  /// make.
  ///
  /// - Parameters:
  ///   - destinations: every audio input, in the server's order.
  ///   - present: every connection of Peach's ports.
  ///   - reserved: restored connections, made or not; they win, unless the port had one of this watch as well.
  ///   - isSettled: whether enough time has passed since ``beginSettling()``, and the server lives.
  mutating func observe(
    _ destinations: [ServerPort], present: Set<JackConnections.Connection>,
    reserved: [JackConnections.Connection] = [], isSettled: Bool = false
  ) -> [JackConnections.Connection] {
    guard target != .nothing else { return [] }
    for (old, new) in PortRenames.between(known, and: destinations.identities) {
      rename(old, to: new)
    }
    let fitting = target.fitting(destinations)
    let replaced = fitting.filter { known[$0.name, default: $0.identity] != $0.identity }
    let registered = Set(destinations.map(\.name)).subtracting(replaced.map(\.name))
    // A server changes its connections at a moment of its own: it may still show that of a port that has gone, as
    // that of the one in its place. To ask for one that exists does no harm.
    departed.formUnion(known.keys.filter { name in !fitting.contains { $0.name == name } })
    let back = fitting.filter { departed.contains($0.name) } + replaced
    departed.subtract(fitting.map(\.name))
    let present = present.filter { connection in
      !back.contains { $0.name == connection.peer } || !mayBeFormer(connection)
    }
    // Another port may come under the same name.
    askedAgain = askedAgain.filter { registered.contains($0.value) }
    for port in ports {
      guard let standing = standings[port] else { continue }
      standings[port] = Self.updated(
        standing, isSettled: isSettled, isRegistered: registered.contains,
        isConnected: { present.contains(.init(port: port, peer: $0)) })
      reconsider(port, after: standing, isSettled: isSettled)
    }
    // Without the ports that only have another name now.
    let new = fitting.filter { known[$0.name] != $0.identity }.map(\.name)
    known = fitting.identities
    let taken = Set(
      present.union(reserved).filter { connection in
        isHeard(at: connection.peer, destinations, fitting)
          || reserved.contains(connection) && !hasFormer(connection.port)
      }.map(\.port))
    return connections(
      of: ports.filter { isFree($0) && !taken.contains($0) },
      with: new.filter { name in !present.contains { $0.peer == name } })
  }

  /// Asks once more for a connection that was granted and has not come: the server connects by name, and may
  /// have connected a port that was just going. If it does not come then either, the user has removed it.
  private mutating func reconsider(_ port: String, after former: Standing, isSettled: Bool) {
    switch standings[port] {
    case .made: askedAgain[port] = nil
    case .granted(let peer, .settling) where isSettled && former == .granted(peer, .settling):
      guard askedAgain[port] != peer else {
        askedAgain[port] = nil
        standings[port] = .released(peer)
        return
      }
      askedAgain[port] = peer
      standings[port] = .free(former: peer)
      known[peer] = nil
    default: break
    }
  }

  private mutating func rename(_ old: String, to new: String) {
    known[new] = known.removeValue(forKey: old)
    standings = standings.mapValues { $0.renamed(old, to: new) }
    askedAgain = askedAgain.mapValues { $0 == old ? new : $0 }
  }

  /// The server has granted a connection: the next scan sees it, unless the user is faster.
  mutating func recordGrant(of connection: JackConnections.Connection) {
    guard standings[connection.port] == .asked(connection.peer) else { return }
    standings[connection.port] = .granted(connection.peer, .fresh)
  }

  /// A connection could not be made: a program registers its ports before the server allows
  /// connections with them. It is tried again after the next change, such as the program's
  /// activation.
  mutating func recordRefusal(of connection: JackConnections.Connection) {
    standings[connection.port] = .free(former: connection.peer)
    known[connection.peer] = nil
  }

  /// Whether a connection may be the one that a port's standing tells of, or told of before its other port went.
  private func mayBeFormer(_ connection: JackConnections.Connection) -> Bool {
    switch standings[connection.port] {
    case .free(let former): former == connection.peer
    case let standing: standing?.peer == connection.peer
    }
  }

  /// Whether a port that is connected there needs no other connection. Of a port that is not there yet nothing
  /// else is known.
  private func isHeard(
    at peer: String, _ destinations: [ServerPort], _ fitting: [ServerPort]
  ) -> Bool {
    guard !isInput, let port = destinations.first(where: { $0.name == peer }) else { return true }
    return port.isPhysical || fitting.contains(port)
  }

  /// Whether the port had a connection of this watch.
  private func hasFormer(_ port: String) -> Bool {
    if case .free(_?) = standings[port] { true } else { false }
  }

  private func isFree(_ port: String) -> Bool {
    if case .free = standings[port, default: .free(former: nil)] { true } else { false }
  }

  /// An output's standing after what exists now.
  private static func updated(
    _ standing: Standing, isSettled: Bool, isRegistered: (String) -> Bool,
    isConnected: (String) -> Bool
  ) -> Standing {
    switch standing {
    case .free(let former?): isConnected(former) ? .made(former) : standing
    case .asked(let peer), .granted(let peer, _), .made(let peer), .lost(let peer, _):
      // A server may still show the connection of a port that has gone.
      if !isRegistered(peer) {
        .free(former: peer)
      } else if isConnected(peer) {
        .made(peer)
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

  /// Distributes new ports among the free outputs.
  private mutating func connections(
    of free: [String], with new: [String]
  ) -> [JackConnections.Connection] {
    var new = new
    // Former connections first.
    for port in free {
      guard case .free(let former?) = standings[port], let index = new.firstIndex(of: former)
      else { continue }
      standings[port] = .asked(new.remove(at: index))
    }
    for port in free where isFree(port) {
      // The second output is not connected without the first.
      guard port == ports.first || ports.first.flatMap({ standings[$0]?.peer }) != nil,
        let index = new.firstIndex(where: isOfSameDevice)
      else { continue }
      standings[port] = .asked(new.remove(at: index))
    }
    return free.compactMap { port in
      standings[port]?.peer.map { JackConnections.Connection(port: port, peer: $0) }
    }
  }

  /// Whether both outputs may be connected there: one listener rarely uses two devices of a machine
  /// at once.
  private func isOfSameDevice(_ name: String) -> Bool {
    guard target == .physical else { return true }
    let devices = ports.compactMap { standings[$0]?.peer }.map(ClientName.ofPort)
    return devices.allSatisfy { $0 == ClientName.ofPort(name) }
  }
}

/// What the audio outputs are connected with automatically.
public enum OutputTarget: Hashable, Sendable {
  /// Nothing: the user or another program connects them.
  case nothing

  /// The first two outputs of the machine, both of one client; for the audio input, its first input.
  case physical

  /// The first two inputs that match.
  case matching(PortPattern)

  /// The inputs that fit, in the server's order.
  public func fitting(_ destinations: [ServerPort]) -> [ServerPort] {
    switch self {
    case .nothing: []
    case .physical: destinations.filter(\.isPhysical)
    case .matching(let pattern): pattern.fitting(destinations)
    }
  }
}
