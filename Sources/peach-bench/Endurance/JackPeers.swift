import CJack

/// With what a port is connected, as the server has it: what jackd 1's library itself remembers of a port
/// lags behind now and then.
nonisolated enum JackPeers {
  /// The full names of the ports at the other ends.
  static func names(of port: OpaquePointer, _ client: OpaquePointer) -> [String] {
    guard let names = jack_port_get_all_connections(client, port) else { return [] }
    defer { jack_free(names) }
    var peers: [String] = []
    while let name = names[peers.count] { peers.append(String(cString: name)) }
    return peers
  }
}
