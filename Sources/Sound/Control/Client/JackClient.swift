import CJack
import Foundation

/// A client of a JACK server with Peach's three ports.
///
/// Opening, activating, connecting and closing ask the server and belong into ``JackRequests``; the
/// rest only reads memory. `@unchecked Sendable` because of the handles: libjack takes them on any
/// thread, they never change, and nothing is called after ``close()``.
final class JackClient: @unchecked Sendable {
  let handle: OpaquePointer
  let left: OpaquePointer
  let right: OpaquePointer
  let midiIn: OpaquePointer

  /// - Parameters:
  ///   - name: the name to ask for; the server may grant another unless `isExact`.
  ///   - server: the server's name, `nil` for the default one (`JACK_DEFAULT_SERVER`).
  init(name: String, isExact: Bool, server: String?) throws(JackError) {
    let client = try JackOpening.open(name, isExact: isExact, server: server)
    handle = client

    func port(_ name: String, type: String, flags: JackPortFlags) throws(JackError) -> OpaquePointer
    {
      guard let port = jack_port_register(client, name, type, UInt(flags.rawValue), 0) else {
        jack_client_close(client)
        throw JackError.noPort(name)
      }
      return port
    }
    left = try port("out_1", type: JACK_DEFAULT_AUDIO_TYPE, flags: JackPortIsOutput)
    right = try port("out_2", type: JACK_DEFAULT_AUDIO_TYPE, flags: JackPortIsOutput)
    midiIn = try port("midi_in", type: JACK_DEFAULT_MIDI_TYPE, flags: JackPortIsInput)
  }

  /// The name that the server granted.
  var name: String { String(cString: jack_get_client_name(handle)) }
  var sampleRate: Int { Int(jack_get_sample_rate(handle)) }
  var bufferSize: Int { Int(jack_get_buffer_size(handle)) }

  func fullName(of port: OpaquePointer) -> String { String(cString: jack_port_name(port)) }

  /// Lets JACK call. What `memory` holds stays valid until ``close()`` has returned.
  func activate(_ memory: CallbackMemory) -> Bool {
    JackCallbacks.install(on: handle, context: memory.context)
    JackCallbacks.install(on: handle, signals: memory.signals)
    return jack_activate(handle) == 0
  }

  /// Takes back what ``JackMetadata`` has said of it.
  func forgetDescription() { JackMetadata.forget(handle, ports: [left, right, midiIn]) }

  /// Closes the client. Nothing may be called afterwards.
  func close() { jack_client_close(handle) }
}

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

/// Makes connections. Asks the server, and belongs into ``JackRequests``.
enum JackConnecting {
  /// Asks the server for a connection; true also where it is there already.
  ///
  /// Not asked for, and false, while the server freewheels, as jackd 1.9 forgets the connection at the end,
  /// and with a port that it has forgotten that way. The end of freewheeling counts as a change of the
  /// graph, after which what was refused is asked for again.
  ///
  /// - Parameters:
  ///   - source: the full name of an output.
  ///   - destination: the full name of an input.
  static func connect(
    _ source: String, with destination: String, by client: OpaquePointer,
    _ signals: UnsafeMutablePointer<EngineSignals>
  ) -> Bool {
    guard !signals.pointee.isFreewheeling.load(ordering: .relaxed),
      let output = jack_port_by_name(client, source),
      let input = jack_port_by_name(client, destination),
      [output, input].allSatisfy(signals.pointee.ports.isConnectable)
    else { return false }
    let result = jack_connect(client, source, destination)
    return result == 0 || result == EEXIST
  }
}

/// A client of a JACK server with a MIDI input and nothing else.
///
/// Opening, activating, connecting and closing ask the server and belong into ``JackRequests``.
/// `@unchecked Sendable` because of the handles: libjack takes them on any thread, they never change, and
/// nothing is called after ``close()``.
final class ListenerClient: @unchecked Sendable {
  let handle: OpaquePointer
  let midiIn: OpaquePointer

  /// - Parameters:
  ///   - isExact: whether another name than `name` is an error rather than the server's choice.
  ///   - server: the server's name, `nil` for the default one.
  init(name: String, isExact: Bool = false, server: String?) throws(JackError) {
    let client = try JackOpening.open(name, isExact: isExact, server: server)
    guard
      let port = jack_port_register(
        client, "midi_in", JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsInput.rawValue), 0)
    else {
      jack_client_close(client)
      throw .noPort("midi_in")
    }
    handle = client
    midiIn = port
  }

  /// The input's full name.
  var portName: String { String(cString: jack_port_name(midiIn)) }

  /// Frames per second.
  var sampleRate: Double { Double(jack_get_sample_rate(handle)) }

  /// Lets JACK call. What `memory` holds stays valid until ``close()`` has returned.
  func activate(_ memory: ListenerMemory) -> Bool {
    JackCallbacks.install(on: handle, listener: memory.context)
    JackCallbacks.install(on: handle, signals: memory.signals)
    return jack_activate(handle) == 0
  }

  /// Gives the port back; a server that has forgotten whose it is would keep it.
  func releasePort() { jack_port_unregister(handle, midiIn) }

  /// Closes the client. Nothing may be called afterwards.
  func close() { jack_client_close(handle) }
}
