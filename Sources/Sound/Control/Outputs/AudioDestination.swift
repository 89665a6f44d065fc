import CJack

/// A port of somebody else's to which sound can be sent.
public struct AudioDestination: Hashable, Sendable {
  /// The port's full name, such as `system:playback_1`.
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

  /// The name of the client to which the port belongs.
  var client: Substring { ClientName.ofPort(name) }

  /// All audio inputs on the server of a client, by the server's order. Asks the server.
  static func all(
    on client: OpaquePointer, after departures: PortDepartures
  ) -> [AudioDestination] {
    guard
      let names = jack_get_ports(
        client, nil, JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue))
    else { return [] }
    defer { jack_free(names) }
    var destinations: [AudioDestination] = []
    var index = 0
    while let name = names[index] {
      index += 1
      guard let port = jack_port_by_name(client, name) else { continue }
      destinations.append(
        AudioDestination(
          name: String(cString: name), aliases: MIDISource.aliases(of: port),
          isPhysical: jack_port_flags(port) & Int32(JackPortIsPhysical.rawValue) != 0,
          identity: departures.identity(of: port)))
    }
    return destinations
  }
}
