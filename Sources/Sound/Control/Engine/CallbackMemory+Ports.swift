import CJack

/// The ports on the server, each with what tells it from a later one of its name. Asks the server: not for
/// the main thread.
extension CallbackMemory {
  var sources: [ServerPort] {
    ServerPort.all(.midiSource, on: client.handle, after: signals.pointee.departures)
  }

  var destinations: [ServerPort] {
    ServerPort.all(.audioDestination, on: client.handle, after: signals.pointee.departures)
  }

  /// What tells the port of that full name from others; `nil` where there is none.
  func identity(of port: String) -> UInt64? {
    jack_port_by_name(client.handle, port).map(signals.pointee.departures.identity)
  }

  /// The same for several; those that are not there are left out.
  func identities(of ports: Set<String>) -> [String: UInt64] {
    Dictionary(
      ports.compactMap { port in identity(of: port).map { (port, $0) } },
      uniquingKeysWith: { $1 })
  }
}
