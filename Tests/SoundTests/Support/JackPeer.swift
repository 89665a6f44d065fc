import CJack
import TestSupport

/// Another program on the server: an audio input, a MIDI output, and the user's hands on the
/// patchbay.
@MainActor
final class JackPeer {
  private let client: OpaquePointer
  private var input: OpaquePointer
  private var output: OpaquePointer

  /// - Parameters:
  ///   - name: the client's name; its ports are `in` and `midi`.
  ///   - isActive: whether the server calls it at once, or only after ``activate()``.
  init?(_ name: String, server: String, isActive: Bool = true) {
    guard let client = openJackClient(name, server: server),
      let input = Self.registerInput(of: client), let output = Self.registerOutput(of: client),
      Self.installProcess(on: client),
      !isActive || jack_activate(client) == 0
    else { return nil }
    self.client = client
    (self.input, self.output) = (input, output)
  }

  func activate() -> Bool { jack_activate(client) == 0 }

  private static func registerInput(of client: OpaquePointer) -> OpaquePointer? {
    jack_port_register(client, "in", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue), 0)
  }

  private static func registerOutput(of client: OpaquePointer) -> OpaquePointer? {
    jack_port_register(client, "midi", JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsOutput.rawValue), 0)
  }

  /// Takes both ports away and makes them anew, at once.
  func remakePorts() -> Bool {
    guard jack_port_unregister(client, input) == 0, let input = Self.registerInput(of: client),
      jack_port_unregister(client, output) == 0, let output = Self.registerOutput(of: client)
    else { return false }
    (self.input, self.output) = (input, output)
    return true
  }

  isolated deinit { jack_client_close(client) }

  // A client without a process callback would hold up whoever it is connected to. JACK calls on its
  // own thread, so the callback must not be isolated to the main actor.
  private nonisolated static func installProcess(on client: OpaquePointer) -> Bool {
    jack_set_process_callback(client, { _, _ in 0 }, nil) == 0
  }

  func connect(_ source: String, _ destination: String) -> Bool {
    jack_connect(client, source, destination) == 0
  }

  func disconnect(_ source: String, _ destination: String) -> Bool {
    jack_disconnect(client, source, destination) == 0
  }

  func areConnected(_ source: String, _ destination: String) -> Bool {
    jack_port_connected_to(jack_port_by_name(client, source), destination) != 0
  }

  /// Renames the input, as a patchbay does; the name is without the client's.
  func renameInput(_ name: String) -> Bool { jack_port_rename(client, input, name) == 0 }

  /// Whether there is a port of that full name.
  func knows(_ port: String) -> Bool { jack_port_by_name(client, port) != nil }

  func freewheel(_ isOn: Bool) -> Bool { jack_set_freewheel(client, isOn ? 1 : 0) == 0 }
  func setBufferSize(_ frames: Int) -> Bool { jack_set_buffer_size(client, UInt32(frames)) == 0 }
}
