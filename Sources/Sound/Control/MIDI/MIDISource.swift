import CJack

/// A port of somebody else's from which MIDI can be had.
public struct MIDISource: Hashable, Sendable {
  /// The port's full name, such as `a2j:LPD8 [24] (capture): LPD8 MIDI 1`.
  public let name: String

  /// Other names of the port, of which JACK keeps up to two.
  public let aliases: [String]

  /// Whether it stands for a device rather than for a program.
  public let isPhysical: Bool

  /// What tells it from a later port of the same name.
  let identity: UInt64

  public init(
    name: String, aliases: [String] = [], isPhysical: Bool = false, identity: UInt64 = 0
  ) {
    self.name = name
    self.aliases = aliases
    self.isPhysical = isPhysical
    self.identity = identity
  }

  /// All sources on a server.
  ///
  /// - Parameter server: the server's name, `nil` for the default one.
  /// - Throws: ``JackError``
  @MainActor
  public static func all(server: String?) async throws -> [MIDISource] {
    let answer = await JackRequests.perform(within: JackRequests.answerLimit) {
      Result { () throws(JackError) in
        let client = try ListenerClient(name: "peach-list", server: server)
        defer { client.close() }
        return all(on: client.handle, after: PortDepartures())
      }
    }
    guard let answer else { throw JackError.silent(name: server) }
    return try answer.get()
  }

  /// All sources on the server of a client, by the server's order. Asks the server.
  static func all(
    on client: OpaquePointer, after departures: PortDepartures
  ) -> [MIDISource] {
    guard
      let names = jack_get_ports(
        client, nil, JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsOutput.rawValue))
    else { return [] }
    defer { jack_free(names) }
    var sources: [MIDISource] = []
    var index = 0
    while let name = names[index] {
      index += 1
      guard let port = jack_port_by_name(client, name) else { continue }
      sources.append(
        MIDISource(
          name: String(cString: name), aliases: aliases(of: port),
          isPhysical: jack_port_flags(port) & Int32(JackPortIsPhysical.rawValue) != 0,
          identity: departures.identity(of: port)))
    }
    return sources
  }

  /// The other names of a port. Servers count in those that are empty or the name itself (PipeWire does
  /// both); they are left out.
  static func aliases(of port: OpaquePointer) -> [String] {
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
