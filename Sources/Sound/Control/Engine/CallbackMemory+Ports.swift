import CJack

/// The ports on the server, each with what tells it from a later one of its name, and the client's
/// connections with them. Asks the server: not for the main thread.
extension CallbackMemory {
  var sources: [ServerPort] {
    ServerPort.all(.midiSource, on: client.handle, history: signals.pointee.ports)
  }

  var destinations: [ServerPort] {
    ServerPort.all(.audioDestination, on: client.handle, history: signals.pointee.ports)
  }

  /// What tells the port of that full name from others; `nil` where there is none.
  func identity(of port: String) -> UInt64? {
    jack_port_by_name(client.handle, port).map(signals.pointee.ports.identity)
  }

  /// The same for several; those that are not there are left out.
  func identities(of ports: Set<String>) -> [String: UInt64] {
    Dictionary(
      ports.compactMap { port in identity(of: port).map { (port, $0) } },
      uniquingKeysWith: { $1 })
  }

  /// Asks for a connection; false where it cannot be made now.
  func connect(_ connection: JackConnections.Connection) -> Bool {
    guard let (source, destination) = client.ends(of: connection) else { return false }
    return JackConnecting.connect(source, with: destination, by: client.handle, signals)
  }

  /// Closes the client. Nothing may be called afterwards.
  func close() {
    if signals.pointee.isForgotten.load(ordering: .relaxed) {
      client.releasePorts(signals.pointee.ports)
    }
    client.close()
  }
}
