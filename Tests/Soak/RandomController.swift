import CJack
import Realtime
import Synchronization

/// A JACK client with a MIDI output that sends more in every period than a person could: turns of knob and
/// wheel, notes, and bytes that are not a message.
final class RandomController {
  private nonisolated struct State: ~Copyable {
    let port: OpaquePointer
    var random: CallbackRandom
    let sent = Atomic<Int>(0)
  }

  private let client: OpaquePointer
  private let state: UnsafeMutablePointer<State>

  /// - Parameters:
  ///   - server: `nil` is the default one.
  ///   - destination: the MIDI input to connect with.
  ///   - seed: the same number gives the same messages.
  init(server: String?, destination: String, seed: UInt64) throws {
    var status = jack_status_t(rawValue: 0)
    guard let client = jack_open("peach-controller", server, false, &status) else {
      throw SoakFault.noServer
    }
    guard
      let port = jack_port_register(
        client, "out", JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsOutput.rawValue), 0)
    else {
      jack_client_close(client)
      throw SoakFault.noPort
    }
    self.client = client
    state = .allocate(capacity: 1)
    state.initialize(to: State(port: port, random: CallbackRandom(seed: seed)))
    Self.install(state, on: client)
    guard jack_activate(client) == 0, jack_connect(client, jack_port_name(port), destination) == 0
    else { throw SoakFault.noPort }
  }

  isolated deinit {
    jack_client_close(client)
    state.deinitialize(count: 1)
    state.deallocate()
  }

  var sentMessages: Int { state.pointee.sent.load(ordering: .relaxed) }

  func setPeriod(_ frames: Int) { jack_set_buffer_size(client, UInt32(frames)) }
  func freewheel(_ isOn: Bool) { jack_set_freewheel(client, isOn ? 1 : 0) }
  var period: Int { Int(jack_get_buffer_size(client)) }

  // JACK calls on its own thread, so the callback must not be isolated to the main actor.
  private nonisolated static func install(
    _ state: UnsafeMutablePointer<State>, on client: OpaquePointer
  ) {
    jack_set_process_callback(
      client,
      { frames, argument in
        guard let state = argument?.assumingMemoryBound(to: State.self),
          let buffer = jack_port_get_buffer(state.pointee.port, frames)
        else { return 0 }
        jack_midi_clear_buffer(buffer)
        let count = state.pointee.random.next(below: 8)
        var offset: UInt64 = 0
        for _ in 0..<count {
          offset += state.pointee.random.next(below: max(1, (UInt64(frames) - offset) / 2))
          RandomController.send(into: buffer, at: UInt32(offset), &state.pointee)
        }
        return 0
      }, state)
  }

  private nonisolated static func send(
    into buffer: UnsafeMutableRawPointer, at offset: UInt32, _ state: inout State
  ) {
    let kind = state.random.next(below: 8)
    let length = kind < 6 ? 3 : 1 + Int(state.random.next(below: 5))
    guard let bytes = jack_midi_event_reserve(buffer, offset, length) else { return }
    for index in 0..<length {
      bytes[index] = UInt8(state.random.next(below: kind < 6 && index > 0 ? 128 : 256))
    }
    // Mostly messages that move a note, so that there is something to do.
    switch kind {
    case 0, 1, 2:
      bytes[0] = 0xB0
      bytes[1] = 1
    case 3, 4: bytes[0] = 0xE0
    default: break
    }
    state.sent.add(1, ordering: .relaxed)
  }
}

/// xorshift64 (Marsaglia 2003): random numbers that are cheap enough for a process callback.
nonisolated struct CallbackRandom {
  private var state: UInt64

  /// - Parameter seed: the same number gives the same choices.
  init(seed: UInt64) { state = seed | 1 }

  mutating func next(below limit: UInt64) -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state % limit
  }
}
