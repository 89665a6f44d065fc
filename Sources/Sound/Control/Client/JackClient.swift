import CJack
import Foundation
import MainThread

/// A client of a JACK server: its handle, its ports, and the signals of JACK's threads.
///
/// Opening, activating, connecting, listing ports and closing ask the server and must run in
/// ``JackRequests``; the rest only reads memory. `@unchecked Sendable`: libjack accepts the handles
/// on any thread, the list of ports is used by requests alone, and nothing is called after
/// ``close(isDescribed:)``. The closing holds the client until libjack has released it, so that the
/// signals live as long as libjack may use them.
final class JackClient: @unchecked Sendable {
  let handle: OpaquePointer
  let signals: UnsafeMutablePointer<JackSignals>

  private var ports: [OpaquePointer] = []

  /// Opens a client under a name that no other client has.
  ///
  /// - Parameters:
  ///   - name: the name to ask for; the server may grant another one unless `isExact`.
  ///   - server: the server's name, `nil` for the default one (`JACK_DEFAULT_SERVER`).
  ///   - identities: what is known of the server's ports.
  convenience init(
    name: String, isExact: Bool = false, server: String?,
    identities: PortIdentities = PortIdentities()
  ) throws(JackError) {
    let handle = try JackOpening.open(name, isExact: isExact, server: server)
    self.init(handle: handle, identities: identities)
  }

  /// Takes the ownership of an open client.
  init(handle: OpaquePointer, identities: PortIdentities = PortIdentities()) {
    self.handle = handle
    signals = .allocate(capacity: 1)
    signals.initialize(to: JackSignals(ports: identities))
  }

  deinit {
    signals.deinitialize(count: 1)
    signals.deallocate()
  }

  /// Registers a port.
  ///
  /// Each port is the end of its path: it passes no input on, and its output comes from no other
  /// port.
  func register(
    _ name: String, type: String, flags: JackPortFlags
  ) throws(JackError) -> OpaquePointer {
    let flags = UInt(flags.rawValue | JackPortIsTerminal.rawValue)
    guard let port = jack_port_register(handle, name, type, flags, 0) else {
      throw .noPort(name)
    }
    invariant(!ports.contains(port), "a port is registered once")
    ports.append(port)
    return port
  }

  /// Unregisters a port, which its callback no longer uses.
  ///
  /// - Parameter isDescribed: true if ``JackMetadata`` has described it.
  func unregister(_ port: OpaquePointer, isDescribed: Bool) {
    ports.removeAll { $0 == port }
    guard !signals.pointee.hasShutDown.load(ordering: .acquiring) else { return }
    if isDescribed { JackMetadata.forget(handle, port: port) }
    jack_port_unregister(handle, port)
  }

  /// Registers the MIDI input.
  func registerMIDIInput() throws(JackError) -> OpaquePointer {
    let port = try register(
      JackConnections.midiInput, type: JACK_DEFAULT_MIDI_TYPE, flags: JackPortIsInput)
    signals.pointee.midiInput.store(jack_port_uuid(port), ordering: .relaxed)
    return port
  }

  /// The name that the server granted.
  var name: String { String(cString: jack_get_client_name(handle)) }

  /// Frames per second.
  var sampleRate: Int { Int(jack_get_sample_rate(handle)) }

  /// Frames per period.
  var bufferSize: Int { Int(jack_get_buffer_size(handle)) }

  func fullName(of port: OpaquePointer) -> String { String(cString: jack_port_name(port)) }

  /// The full name that a port of the client has or will have.
  func fullName(ofPort shortName: String) -> String { "\(name):\(shortName)" }

  /// Lets JACK call the process callback, if one is installed, and the notifications, which write
  /// ``signals``.
  func activate() -> Bool {
    JackCallbacks.install(on: handle, signals: signals)
    return jack_activate(handle) == 0
  }

  /// Closes the client. Nothing may be called afterwards.
  ///
  /// - Parameter isDescribed: true if ``JackMetadata`` has described the client.
  func close(isDescribed: Bool = false) {
    if isDescribed, !signals.pointee.hasShutDown.load(ordering: .acquiring) {
      JackMetadata.forget(handle, ports: ports)
    }
    if signals.pointee.isForgotten.load(ordering: .relaxed) { releasePorts() }
    signals.pointee.notifyingThread.waitForEnd()
    jack_client_close(handle)
  }

  /// Unregisters the ports one by one: a server that has forgotten their owner would keep them. It
  /// does not report their departure, either.
  private func releasePorts() {
    for port in ports {
      signals.pointee.ports.recordDeparture(of: jack_port_uuid(port))
      jack_port_unregister(handle, port)
    }
  }
}

/// The ports and connections on the server. Asks the server: not for the main thread.
extension JackClient {
  /// The identities of ports, with everything that was reported so far.
  private var identities: PortIdentities {
    signals.pointee.recordNotifications()
    return signals.pointee.ports
  }

  /// The ports of others for a role, in the server's order; for audio also the client's own ones,
  /// as its input leads to no output. Without the MIDI outputs of Peaches, whose messages would
  /// come back like those of a player, and without the MIDI inputs of other Peaches, which are no
  /// controllers.
  func ports(for role: PortRole) -> [ServerPort] {
    let ports = ServerPort.all(role, on: handle, identities: identities)
    let name = name
    return switch role {
    case .sources: ports.filter { !$0.isMIDIOutput(ofPeachLike: name) }
    case .controllers: ports.filter { $0.client != name && !$0.isMIDIInput(ofPeachLike: name) }
    case .input, .outputs: ports
    }
  }

  /// The identity of the port with that full name; `nil` if there is none.
  func identity(of port: String) -> UInt64? {
    jack_port_by_name(handle, port).map(identities.identity)
  }

  /// The identities of several ports; those that do not exist are left out.
  func identities(of ports: Set<String>) -> [String: UInt64] {
    Dictionary(
      ports.compactMap { port in identity(of: port).map { (port, $0) } },
      uniquingKeysWith: { $1 })
  }

  /// The connections of the client's own ports, as libjack knows them without asking the server:
  /// questions to jackd 1 (`jack_port_get_all_connections`) made a long training amid ports that
  /// come and go stand still.
  var connections: Set<JackConnections.Connection> {
    Set(
      ports.flatMap { port in
        let own = String(cString: jack_port_short_name(port))
        return JackNames.consume(jack_port_get_connections(port)).map {
          JackConnections.Connection(port: own, peer: $0)
        }
      })
  }

  /// The playback latency of the ports at the other ends of these connections, in frames; the
  /// largest of all, 0 if there is no port.
  func playbackLatency(of connections: [JackConnections.Connection]) -> Int {
    connections.compactMap { jack_port_by_name(handle, $0.peer) }.map { port in
      var range = jack_latency_range_t()
      jack_port_get_latency_range(port, JackPlaybackLatency, &range)
      return Int(range.max)
    }.max() ?? 0
  }

  /// The capture latency of these ports, in frames; the largest of all, 0 if there is no port.
  func captureLatency(from ports: [String]) -> Int {
    ports.compactMap { jack_port_by_name(handle, $0) }.map { port in
      var range = jack_latency_range_t()
      jack_port_get_latency_range(port, JackCaptureLatency, &range)
      return Int(range.max)
    }.max() ?? 0
  }

  /// True if the server answers now. jackd stops answering as soon as it begins to shut down, which
  /// is before it removes its ports. (PipeWire's library knows the answer without asking; it learns
  /// of changes and of the server's end in their order.)
  var isAnswered: Bool {
    guard let text = jack_get_uuid_for_client_name(handle, jack_get_client_name(handle)) else {
      return false
    }
    jack_free(text)
    return true
  }

  /// Asks the server for a connection; also true if it already exists.
  ///
  /// Returns false, without asking, while the server freewheels, as jackd 1.9 forgets the
  /// connection at the end, and for a port that the server has forgotten in this way. The end of
  /// freewheeling counts as a change of the graph, after which refused connections are tried again.
  func connect(_ connection: JackConnections.Connection) -> Bool {
    guard let (source, destination) = ends(of: connection),
      !signals.pointee.isFreewheeling.load(ordering: .relaxed),
      let output = jack_port_by_name(handle, source),
      let input = jack_port_by_name(handle, destination),
      [output, input].allSatisfy(identities.isConnectable)
    else { return false }
    let result = jack_connect(handle, source, destination)
    return result == 0 || result == EEXIST
  }

  /// Asks the server to remove a connection, which may already have gone.
  func disconnect(_ connection: JackConnections.Connection) {
    guard let (source, destination) = ends(of: connection) else { return }
    jack_disconnect(handle, source, destination)
  }

  /// The full names of both ends; `nil` if there is no such port of the client's own.
  private func ends(
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
}
