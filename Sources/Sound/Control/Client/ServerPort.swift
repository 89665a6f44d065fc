import CJack

/// A port of another client, as the server describes it.
public struct ServerPort: Hashable, Sendable {
  /// The port's full name, such as `system:playback_1` or `a2j:LPD8 [24] (capture): LPD8 MIDI 1`.
  public let name: String

  /// Other names of the port, of which JACK keeps up to two.
  public let aliases: [String]

  /// Whether it belongs to a device rather than to a program.
  public let isPhysical: Bool

  /// Tells it from a later port of the same name.
  let identity: UInt64

  init(name: String, aliases: [String] = [], isPhysical: Bool = false, identity: UInt64 = 0) {
    self.name = name
    self.aliases = aliases
    self.isPhysical = isPhysical
    self.identity = identity
  }

  /// The name of the client to which the port belongs.
  var client: Substring { ClientName.ofPort(name) }

  /// All ports for a role, or for any, on the server of a client, in the server's order; those
  /// that the server has forgotten are left out. Asks the server: not for the main thread.
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

  /// The other names of a port. Servers also return empty ones and the name itself (PipeWire does
  /// both); those are left out.
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
  /// All ports on a server from which MIDI can be received.
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

  /// Whether it is the port by which a Peach tells controllers what to show: the client `name` itself,
  /// another client that asked for the same name, or one with the usual name.
  func isMIDIOutput(ofPeachLike name: String) -> Bool {
    isPort(JackConnections.midiOutput, ofPeachLike: name)
  }

  /// Whether it is the port at which a Peach receives controllers, likewise.
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
  /// The ports' identities by their names.
  var identities: [String: UInt64] { Dictionary(map { ($0.name, $0.identity) }) { $1 } }
}
