import CJack

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
