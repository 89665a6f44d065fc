import CJack
import MainThread

/// The purpose of the client's own ports, and the ports of others that they can be connected with.
public enum PortRole: CaseIterable, Sendable {
  /// The MIDI input, and all ports from which MIDI can be received.
  case sources

  /// The MIDI output, and all ports to which MIDI can be sent.
  case controllers

  /// The audio input, and all ports from which sound can be received.
  case input

  /// The audio outputs, and all ports to which sound can be sent.
  case outputs

  /// The client's own ports, in their order, by their names without the client's.
  public var ports: [String] {
    switch self {
    case .sources: [JackConnections.midiInput]
    case .controllers: [JackConnections.midiOutput]
    case .input: [JackConnections.audioInput]
    case .outputs: ["out_1", "out_2"]
    }
  }

  /// The type of the ports of others.
  var type: String {
    switch self {
    case .sources, .controllers: JACK_DEFAULT_MIDI_TYPE
    case .input, .outputs: JACK_DEFAULT_AUDIO_TYPE
    }
  }

  /// The direction of the ports of others.
  var direction: JackPortFlags {
    switch self {
    case .sources, .input: JackPortIsOutput
    case .controllers, .outputs: JackPortIsInput
    }
  }
}

/// Decides the connections of the client's ports of a role as ports of others come and go.
///
/// A MIDI port is connected with every port that fits. The first output is connected with the first
/// input that fits, the second with the next; a single input gets only the first output, as both
/// would be twice as loud; the audio input is connected with the first source that fits. A port
/// that goes and comes back is connected again, and so is a port that replaces that of an output.
/// Ports that the user disconnects stay disconnected, for MIDI until the port goes, and an output
/// that the user or a patchbay has connected with another device is left alone. A program that only
/// listens to an output, such as a meter or a recorder, changes nothing.
public struct PortRule: Hashable, Sendable {
  /// A place for a connection: one of the client's ports, with a number for those that take any
  /// number of connections.
  private struct Slot: Hashable {
    let port: String
    var number = 0
  }

  private enum Standing: Hashable {
    /// Not connected yet, or its port has gone.
    case free(former: String?)
    /// Being requested from the server.
    case asked(String)
    /// Existed at the last scan.
    case made(String)
    /// Granted by the server, and not seen by a scan yet.
    case granted(String, ConnectionDoubt)
    /// Removed, although the other port exists, perhaps not for much longer: a server reports the
    /// end of a port's connections before the port goes.
    case lost(String, ConnectionDoubt)
    /// Disconnected by the user, who may connect it again.
    case released(String)

    /// The port with which it is, or is about to be, connected.
    var peer: String? {
      switch self {
      case .asked(let peer), .granted(let peer, _), .made(let peer), .lost(let peer, _): peer
      case .free, .released: nil
      }
    }

    /// The port with which it is, is about to be, or was last connected.
    var anyPeer: String? {
      switch self {
      case .free(let former): former
      case .released(let peer): peer
      case .asked, .granted, .made, .lost: peer
      }
    }

    /// The standing after a renaming of a port.
    func renamed(_ old: String, to new: String) -> Standing {
      switch self {
      case .free(old): .free(former: new)
      case .asked(old): .asked(new)
      case .made(old): .made(new)
      case .granted(old, let doubt): .granted(new, doubt)
      case .lost(old, let doubt): .lost(new, doubt)
      case .released(old): .released(new)
      default: self
      }
    }
  }

  public let role: PortRole

  /// The target of audio ports.
  public let target: PortTarget

  /// The patterns of MIDI ports.
  private let patterns: [MIDISourcePattern]
  private var standings: [Slot: Standing] = [:]

  /// The places whose connection was granted, did not come, and is requested once more, with the
  /// port at the other end.
  private var askedAgain: [Slot: String] = [:]

  /// The number of places of a MIDI port so far.
  private var slotCount = 0

  /// The ports that fitted at the last scan, with their identities: only new ports are connected.
  /// PipeWire's session manager replaces the ports of a device when it changes its profile, too
  /// fast for a scan to find them gone.
  private var known: [String: UInt64] = [:]

  /// The ports that fitted at some scan and have gone since.
  private var departed: Set<String> = []

  public init(_ role: PortRole, _ target: PortTarget) {
    self.role = role
    self.target = target
    patterns = []
  }

  /// A rule for a MIDI port.
  init(_ role: PortRole, matching patterns: [MIDISourcePattern]) {
    self.role = role
    target = .nothing
    self.patterns = patterns
  }

  /// True if a port takes any number of connections.
  private var takesAll: Bool { role == .sources || role == .controllers }

  /// True if the rule makes any connections.
  var connects: Bool { takesAll ? !patterns.isEmpty : target != .nothing }

  /// The ports that fit, in the server's order.
  private func fitting(_ others: [ServerPort]) -> [ServerPort] {
    takesAll
      ? others.filter { port in patterns.contains { $0.matches(port) } } : target.fitting(others)
  }

  /// The rule for the next server, on which nothing is connected yet, without connections that the
  /// user has removed.
  public var onNextServer: PortRule {
    var next = self
    next.known = [:]
    next.departed = []
    next.askedAgain = [:]
    for (slot, standing) in standings {
      if let peer = standing.peer { next.standings[slot] = .free(former: peer) }
    }
    return next
  }

  /// True as long as a removal has an unknown reason, or a granted connection has not been seen.
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
    for (slot, standing) in standings {
      switch standing {
      case .granted(let peer, _): standings[slot] = .granted(peer, .settling)
      case .lost(let peer, _): standings[slot] = .lost(peer, .settling)
      case .free, .asked, .made, .released: break
      }
    }
  }

  /// True if the rule has made a connection, or is about to make one.
  public var holdsAny: Bool { standings.values.contains { $0.peer != nil } }

  /// True if a port fitted at the last scan, connected or not.
  public var findsPort: Bool { !known.isEmpty }

  /// The port that the user has disconnected, if it exists; `nil` also while ``isInDoubt``.
  public var releasedPort: String? {
    guard !isInDoubt else { return nil }
    for port in role.ports {
      if case .released(let peer) = standings[Slot(port: port)], known[peer] != nil { return peer }
    }
    return nil
  }

  /// Updates the rule with the ports and connections that exist now; returns the connections to
  /// make.
  ///
  /// - Parameters:
  ///   - others: the ports of others of the role, in the server's order.
  ///   - present: the connections of the client's ports.
  ///   - reserved: restored connections, made or not, which take precedence unless the port had one
  ///     of this rule as well.
  ///   - isSettled: true if enough time has passed since ``beginSettling()``, and the server
  ///     answers.
  mutating func observe(
    _ others: [ServerPort], present: Set<JackConnections.Connection>,
    reserved: [JackConnections.Connection] = [], isSettled: Bool = false
  ) -> [JackConnections.Connection] {
    guard connects else { return [] }
    for (old, new) in PortRenames.between(known, and: others.identities) {
      rename(old, to: new)
    }
    let fitting = fitting(others)
    let replaced = fitting.filter { known[$0.name, default: $0.identity] != $0.identity }
    let registered = Set(others.map(\.name)).subtracting(replaced.map(\.name))
    // A server changes its connections later, and may still show the connection of a port that has
    // gone as that of the port in its place. To request a connection that exists does no harm.
    departed.formUnion(known.keys.filter { name in !fitting.contains { $0.name == name } })
    let back = fitting.filter { departed.contains($0.name) } + replaced
    departed.subtract(fitting.map(\.name))
    let present = present.filter { connection in
      !back.contains { $0.name == connection.peer } || !mayBeFormer(connection)
    }
    // Another port may come under the same name.
    askedAgain = askedAgain.filter { registered.contains($0.value) }
    for (slot, standing) in standings {
      standings[slot] = Self.updated(
        standing, isSettled: isSettled, isRegistered: registered.contains,
        isConnected: { present.contains(.init(port: slot.port, peer: $0)) })
      reconsider(slot, after: standing, isSettled: isSettled)
    }
    let held = standings.compactMap { slot, standing in standing.peer.map { [slot.port, $0] } }
    invariant(Set(held).count == held.count, "a port is connected with another one once")
    // Without the ports that only have another name now.
    let new = fitting.filter { known[$0.name] != $0.identity }.map(\.name)
    known = fitting.identities
    if takesAll {
      standings = standings.filter { registered.contains($0.value.anyPeer ?? "") }
      return connections(with: new)
    }
    let taken = Set(
      present.union(reserved).filter { connection in
        isHeard(at: connection.peer, others, fitting)
          || reserved.contains(connection) && !hasFormer(connection.port)
      }.map(\.port))
    return connections(
      of: role.ports.filter { !taken.contains($0) }.map { Slot(port: $0) }.filter(isFree),
      with: new.filter { name in !present.contains { $0.peer == name } })
  }

  /// Requests a connection once more that was granted and has not come: the server connects by
  /// name, and may have connected a port that was just going. If it does not come then either, the
  /// user has removed it.
  private mutating func reconsider(_ slot: Slot, after former: Standing, isSettled: Bool) {
    switch standings[slot] {
    case .made: askedAgain[slot] = nil
    case .granted(let peer, .settling) where isSettled && former == .granted(peer, .settling):
      guard askedAgain[slot] != peer else {
        askedAgain[slot] = nil
        standings[slot] = .released(peer)
        return
      }
      askedAgain[slot] = peer
      standings[slot] = .free(former: peer)
      known[peer] = nil
    default: break
    }
  }

  private mutating func rename(_ old: String, to new: String) {
    known[new] = known.removeValue(forKey: old)
    standings = standings.mapValues { $0.renamed(old, to: new) }
    askedAgain = askedAgain.mapValues { $0 == old ? new : $0 }
  }

  /// Records that the server has granted a connection, which the next scan sees unless the user is
  /// faster.
  mutating func recordGrant(of connection: JackConnections.Connection) {
    if let slot = slot(askedFor: connection) {
      standings[slot] = .granted(connection.peer, .fresh)
    }
  }

  /// Records that a connection could not be made, as a program registers its ports before the
  /// server allows connections with them. It is tried again after the next change, such as the
  /// program's activation.
  mutating func recordRefusal(of connection: JackConnections.Connection) {
    if let slot = slot(askedFor: connection) {
      standings[slot] = .free(former: connection.peer)
    }
    known[connection.peer] = nil
  }

  private func slot(askedFor connection: JackConnections.Connection) -> Slot? {
    standings.first { $0.key.port == connection.port && $0.value == .asked(connection.peer) }?.key
  }

  /// True if a connection may be that of a port's standing, or that of the standing before its
  /// other port went.
  private func mayBeFormer(_ connection: JackConnections.Connection) -> Bool {
    standings.contains { slot, standing in
      guard slot.port == connection.port else { return false }
      if case .released = standing { return false }
      return standing.anyPeer == connection.peer
    }
  }

  /// True if a port that is connected with `peer` needs no other connection, also if `peer` does
  /// not exist yet.
  private func isHeard(
    at peer: String, _ others: [ServerPort], _ fitting: [ServerPort]
  ) -> Bool {
    guard role == .outputs, let port = others.first(where: { $0.name == peer }) else { return true }
    return port.isPhysical || fitting.contains(port)
  }

  /// True if the port had a connection of this rule.
  private func hasFormer(_ port: String) -> Bool {
    if case .free(_?) = standings[Slot(port: port)] { true } else { false }
  }

  private func isFree(_ slot: Slot) -> Bool {
    if case .free = standings[slot, default: .free(former: nil)] { true } else { false }
  }

  /// The standing of a place after a scan.
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

  /// Assigns a place of a MIDI port to each new port.
  private mutating func connections(with new: [String]) -> [JackConnections.Connection] {
    new.flatMap { name in
      role.ports.map { port in
        let former = standings.first { $0.value == .free(former: name) }?.key
        if former == nil { slotCount += 1 }
        standings[former ?? Slot(port: port, number: slotCount)] = .asked(name)
        return JackConnections.Connection(port: port, peer: name)
      }
    }
  }

  /// Assigns new ports to the free audio ports.
  private mutating func connections(
    of free: [Slot], with new: [String]
  ) -> [JackConnections.Connection] {
    var new = new
    // Former connections first.
    for slot in free {
      guard case .free(let former?) = standings[slot], let index = new.firstIndex(of: former)
      else { continue }
      standings[slot] = .asked(new.remove(at: index))
    }
    let first = role.ports.first.map { Slot(port: $0) }
    for slot in free where isFree(slot) {
      // The second output is not connected without the first.
      guard slot == first || first.flatMap({ standings[$0]?.peer }) != nil,
        let index = new.firstIndex(where: isOfSameDevice)
      else { continue }
      standings[slot] = .asked(new.remove(at: index))
    }
    return free.compactMap { slot in
      standings[slot]?.peer.map { JackConnections.Connection(port: slot.port, peer: $0) }
    }
  }

  /// True if a port is of the same device as the connected ones: a listener rarely uses two devices
  /// of a machine at once.
  private func isOfSameDevice(_ name: String) -> Bool {
    guard target == .physical else { return true }
    let devices = standings.values.compactMap(\.peer).map(ClientName.ofPort)
    return devices.allSatisfy { $0 == ClientName.ofPort(name) }
  }
}

/// The target of automatic connections of Peach's audio ports.
public enum PortTarget: Hashable, Sendable {
  /// No port: the user or another program connects them.
  case nothing

  /// The first two outputs of the machine, both of one client; for the audio input, its first
  /// input.
  case physical

  /// The first ports that match.
  case matching(PortPattern)

  /// The ports that fit, in the server's order.
  public func fitting(_ others: [ServerPort]) -> [ServerPort] {
    switch self {
    case .nothing: []
    case .physical: others.filter(\.isPhysical)
    case .matching(let pattern): pattern.fitting(others)
    }
  }
}
