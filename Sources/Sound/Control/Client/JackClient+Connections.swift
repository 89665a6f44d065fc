import CJack

extension JackClient {
  private var ports: [OpaquePointer] { [left, right, midiIn] }

  /// Every connection of the own ports, as libjack knows it without a question: where jackd 1 was asked
  /// (`jack_port_get_all_connections`), a long training amid ports that come and go stood still.
  var connections: Set<JackConnections.Connection> {
    Set(
      ports.flatMap { port in
        let own = String(cString: jack_port_short_name(port))
        return JackNames.take(jack_port_get_connections(port)).map {
          JackConnections.Connection(port: own, peer: $0)
        }
      })
  }

  /// Whether the server answers at this moment. jackd no longer does once it has begun to go down, which
  /// is before it takes its ports away. (PipeWire's library knows the answer without asking; it hears of
  /// the server's end in the order in which things happen.)
  var isAnswered: Bool {
    guard let text = jack_get_uuid_for_client_name(handle, jack_get_client_name(handle)) else {
      return false
    }
    jack_free(text)
    return true
  }

  /// The full names of both ends, `nil` where there is no such port.
  func ends(
    of connection: JackConnections.Connection
  ) -> (source: String, destination: String)? {
    guard
      let port = ports.first(where: {
        String(cString: jack_port_short_name($0)) == connection.port
      })
    else { return nil }
    let own = fullName(of: port)
    let isInput = jack_port_flags(port) & Int32(JackPortIsInput.rawValue) != 0
    return isInput ? (connection.peer, own) : (own, connection.peer)
  }

  /// Gives the ports back one by one: a server that has forgotten whose they are would keep them. It does
  /// not tell of it, either.
  func releasePorts(_ history: PortHistory) {
    for port in ports {
      history.noteDeparture(of: jack_port_uuid(port))
      jack_port_unregister(handle, port)
    }
  }
}
