import CJack

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
