import CJack
import Sound

/// A JACK client with two audio inputs that can disappear and come back.
nonisolated final class VanishingInputs {
  private static let names = ["in_1", "in_2"]

  private let client: OpaquePointer
  private var ports: [OpaquePointer?] = [nil, nil]

  /// - Parameter server: `nil` is the default one.
  init(server: String?) throws {
    var status = jack_status_t(rawValue: 0)
    guard let client = jack_open("peach-ears", server, false, &status) else {
      throw BenchFault.noServer
    }
    self.client = client
    // A client without a process callback would hold up the clients that it is connected with.
    jack_set_process_callback(client, { _, _ in 0 }, nil)
    for index in Self.names.indices { putBack(index) }
    guard ports.allSatisfy({ $0 != nil }), jack_activate(client) == 0 else {
      jack_client_close(client)
      throw BenchFault.noPort
    }
  }

  /// Leaves the server. No other method may be called afterwards.
  func close() { jack_client_close(client) }

  /// A regular expression for the ports.
  var pattern: String { "^\(name):in_" }

  var period: Int { Int(jack_get_buffer_size(client)) }

  /// - Returns: whether the server accepted it.
  func setPeriod(_ frames: Int) -> Bool { jack_set_buffer_size(client, UInt32(frames)) == 0 }

  func pull(_ index: Int) {
    guard let port = ports[index] else { return }
    ports[index] = nil
    jack_port_unregister(client, port)
  }

  func putBack(_ index: Int) {
    guard ports[index] == nil else { return }
    ports[index] = jack_port_register(
      client, Self.names[index], JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue), 0)
  }

  func isConnected(_ index: Int, with output: String) -> Bool {
    guard let port = ports[index] else { return false }
    return JackNames.consume(jack_port_get_all_connections(client, port)).contains(output)
  }

  func connect(_ index: Int, with output: String) {
    jack_connect(client, output, "\(name):\(Self.names[index])")
  }

  func disconnect(_ index: Int, from output: String) {
    jack_disconnect(client, output, "\(name):\(Self.names[index])")
  }

  private var name: String { String(cString: jack_get_client_name(client)) }
}
