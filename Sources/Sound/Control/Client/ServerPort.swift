import CJack
import Synchronization

/// A port of another client, as the server describes it.
public struct ServerPort: Hashable, Sendable {
  /// The full name, such as `system:playback_1` or `a2j:LPD8 [24] (capture): LPD8 MIDI 1`.
  public let name: String

  /// Other names of the port, of which JACK keeps up to two.
  public let aliases: [String]

  /// True for a port of a device, false for that of a program.
  public let isPhysical: Bool

  /// Distinguishes it from a later port of the same name.
  let identity: UInt64

  init(name: String, aliases: [String] = [], isPhysical: Bool = false, identity: UInt64 = 0) {
    self.name = name
    self.aliases = aliases
    self.isPhysical = isPhysical
    self.identity = identity
  }

  /// The name of the client to which the port belongs.
  var client: Substring { ClientName.ofPort(name) }

  /// The ports for a role, or for any, on the server of a client, in the server's order, without
  /// ports that the server has forgotten. Asks the server: not for the main thread.
  static func all(
    _ role: PortRole? = nil, on client: OpaquePointer, identities: PortIdentities
  ) -> [ServerPort] {
    JackNames.consume(jack_get_ports(client, nil, role?.type, UInt(role?.direction.rawValue ?? 0)))
      .compactMap { name in
        guard let port = jack_port_by_name(client, name), identities.isConnectable(port) else {
          return nil
        }
        return ServerPort(
          name: name, aliases: aliases(of: port),
          isPhysical: jack_port_flags(port) & Int32(JackPortIsPhysical.rawValue) != 0,
          identity: identities.identity(of: port))
      }
  }

  /// The other names of a port, without the empty ones and the name itself that PipeWire returns,
  /// too.
  private static func aliases(of port: OpaquePointer) -> [String] {
    let size = Int(jack_port_name_size())
    var buffers: [UnsafeMutablePointer<CChar>?] = (0..<2).map { _ in
      let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
      buffer.initialize(repeating: 0, count: size)
      return buffer
    }
    defer { buffers.forEach { $0?.deallocate() } }
    let count = jack_port_get_aliases(port, &buffers)
    let name = jack_port_name(port).map { String(cString: $0) }
    return buffers.prefix(Int(max(0, count))).compactMap { $0.map { String(cString: $0) } }
      .filter { !$0.isEmpty && $0 != name }
  }
}

extension ServerPort {
  /// The ports on a server from which MIDI can be received.
  ///
  /// - Parameter server: the server's name, `nil` for the default one.
  /// - Throws: ``JackError``
  @MainActor
  public static func midiSources(server: String?) async throws -> [ServerPort] {
    let answer = await JackRequests.perform(within: JackRequests.answerLimit) {
      Result { () throws(JackError) in
        let client = try JackClient(name: "peach-list", server: server)
        defer { client.close() }
        return client.ports(for: .sources)
      }
    }
    guard let answer else { throw JackError.silent(name: server) }
    return try answer.get()
  }
}

extension ServerPort {
  /// The name under which Peach asks for a client, unless the user gives another one.
  private static let usualClient = "peach"

  /// True for the MIDI output of a Peach: the client `name` itself, another client that asked for
  /// the same name, or one with the usual name.
  func isMIDIOutput(ofPeachLike name: String) -> Bool {
    isPort(JackConnections.midiOutput, ofPeachLike: name)
  }

  /// True for the MIDI input of a Peach, by the same names.
  func isMIDIInput(ofPeachLike name: String) -> Bool {
    isPort(JackConnections.midiInput, ofPeachLike: name)
  }

  private func isPort(_ port: String, ofPeachLike name: String) -> Bool {
    guard self.name == "\(client):\(port)" else { return false }
    let asked = Self.asked(client)
    return asked == Self.asked(name[...]) || asked == Self.usualClient
      || asked.hasPrefix(Self.usualClient + ".")
  }

  /// The name that a client asked for: a server adds a number of two digits if another one has it
  /// (`peach-01`).
  private static func asked(_ client: Substring) -> Substring {
    let digits = client.reversed().prefix { $0.isASCII && $0.isNumber }.count
    guard digits == 2, client.dropLast(digits).last == "-" else { return client }
    return client.dropLast(digits + 1)
  }
}

extension [ServerPort] {
  /// The identities of the ports by their names.
  var identities: [String: UInt64] { Dictionary(map { ($0.name, $0.identity) }) { $1 } }
}

/// Distinguishes a port on a server from a later one of the same name, and recognizes ports that
/// must not be connected.
///
/// When freewheeling ends, jackd 1.9 returns to the graph of its beginning. Ports that came
/// meanwhile stay visible and belong to no client, and a jackd that is asked to connect one of them
/// fails an assertion and ends. The next client of the same server uses these identities, too.
///
/// Recorded on JACK's notification thread, read on any.
public final class PortIdentities: Sendable {
  private struct Records {
    var departures: [jack_uuid_t: UInt64] = [:]

    /// The ports that existed when freewheeling began, while it lasts.
    var beforeFreewheel: Set<UInt64>?
    var forgotten: Set<UInt64> = []

    /// The identity of the present port with that uuid. Only PipeWire's uuids differ from those of
    /// later ports: jackd makes them from the port's place, which the next port gets.
    func identity(of uuid: jack_uuid_t) -> UInt64 {
      // The uuids of jackd and PipeWire use 34 bits; the upper ones are free.
      uuid ^ (departures[uuid] ?? 0) << 40
    }
  }

  /// The client with the machine's ports on a jackd; they come with the server.
  private static let driverClient = "system"

  private let records = Mutex(Records())

  public init() {}

  func recordArrival(of uuid: jack_uuid_t) {
    records.withLock {
      // A port that comes while the server freewheels is examined when that is over.
      if $0.beforeFreewheel == nil { $0.forgotten.remove($0.identity(of: uuid)) }
    }
  }

  /// Records that a port has gone; another one may already have its name.
  func recordDeparture(of uuid: jack_uuid_t) {
    records.withLock { $0.departures[uuid, default: 0] += 1 }
  }

  /// Records the ports that exist when the server of a client begins to freewheel.
  func recordFreewheelBeginning(on client: OpaquePointer) {
    let ports = ServerPort.all(on: client, identities: self)
    records.withLock { $0.beforeFreewheel = Set(ports.map(\.identity)) }
  }

  /// Records the ports that the server has forgotten, as it no longer freewheels. If the beginning
  /// was not seen, these may be any but the machine's own.
  func recordFreewheelEnd(on client: OpaquePointer) {
    let ports = ServerPort.all(on: client, identities: self)
    records.withLock { records in
      for port in ports {
        let isKnown =
          records.beforeFreewheel?.contains(port.identity) ?? (port.client == Self.driverClient)
        if !isKnown { records.forgotten.insert(port.identity) }
      }
      records.beforeFreewheel = nil
    }
  }

  /// The identity of the port with that uuid, which earlier and later ports in its place do not
  /// have.
  func identity(of uuid: jack_uuid_t) -> UInt64 { records.withLock { $0.identity(of: uuid) } }

  /// The identity of the port, which earlier and later ports in its place do not have.
  func identity(of port: OpaquePointer) -> UInt64 {
    let uuid = jack_port_uuid(port)
    return records.withLock { $0.identity(of: uuid) }
  }

  /// True unless the server is known to have forgotten the port, which must not be connected then.
  func isConnectable(_ port: OpaquePointer) -> Bool {
    let uuid = jack_port_uuid(port)
    return records.withLock { !$0.forgotten.contains($0.identity(of: uuid)) }
  }
}
