import CJack
import Sound
import Synchronization

/// A JACK client with a MIDI output that sends a thousand events a second and can disappear and come back:
/// knob and wheel, notes of which few are answers, and bytes that are not a message.
nonisolated final class FloodController {
  static let eventsPerSecond = 1000.0

  /// The greatest buffer of any server: 8192 frames of four bytes.
  private static let greatestBuffer = 32_768

  /// The keys that answer; the settings of the training name them.
  static let higherKey = 100
  static let lowerKey = 99
  static let commitKey = 98

  private struct State: ~Copyable {
    /// If it is `nil`, nothing is sent.
    let port = Atomic<OpaquePointer?>(nil)
    let eventsPerFrame: Double
    var due = 0.0
    var random: CallbackRandom
    let cycles = Atomic<Int>(0)
    let sent = Atomic<Int>(0)
    let dropped = Atomic<Int>(0)
  }

  private let client: OpaquePointer
  private let state: UnsafeMutablePointer<State>

  /// - Parameters:
  ///   - server: `nil` is the default one.
  ///   - seed: the same number gives the same messages.
  init(server: String?, seed: UInt64) throws {
    var status = jack_status_t(rawValue: 0)
    guard let client = jack_open("peach-flood", server, false, &status) else {
      throw BenchFault.noServer
    }
    self.client = client
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(
        eventsPerFrame: Self.eventsPerSecond / Double(jack_get_sample_rate(client)),
        random: CallbackRandom(seed: seed)))
    jack_set_process_callback(
      client,
      { frames, argument in
        guard let state = argument?.assumingMemoryBound(to: State.self) else { return 0 }
        FloodController.process(frames, &state.pointee)
        return 0
      }, state)
    guard jack_activate(client) == 0, register() else {
      close()
      throw BenchFault.noPort
    }
  }

  /// Leaves the server. No other method may be called afterwards.
  func close() {
    jack_client_close(client)
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// The pattern by which ``MIDISourcePattern`` finds the port.
  var pattern: String { "\(String(cString: jack_get_client_name(client))):" }

  var sentMessages: Int { state.pointee.sent.load(ordering: .relaxed) }
  var droppedMessages: Int { state.pointee.dropped.load(ordering: .relaxed) }

  var isConnected: Bool {
    guard let port = state.pointee.port.load(ordering: .relaxed) else { return false }
    // The server is asked: what jackd 1's library remembers of a port sometimes lags behind.
    return !JackNames.consume(jack_port_get_all_connections(client, port)).isEmpty
  }

  /// Unregisters the port.
  func withdraw(isolation: isolated (any Actor)? = #isolation) async {
    guard let port = state.pointee.port.exchange(nil, ordering: .acquiringAndReleasing) else {
      return
    }
    // The callback may still be using it.
    let cycles = state.pointee.cycles.load(ordering: .acquiring)
    var tries = 0
    while state.pointee.cycles.load(ordering: .acquiring) < cycles + 2, tries < 200 {
      await Rest.seconds(0.005)
      tries += 1
    }
    jack_port_unregister(client, port)
  }

  /// Registers the port again.
  @discardableResult
  func register() -> Bool {
    guard
      let port = jack_port_register(
        client, "out", JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsOutput.rawValue), 0)
    else { return false }
    state.pointee.port.store(port, ordering: .releasing)
    return true
  }

  private static func process(_ frames: jack_nframes_t, _ state: inout State) {
    defer { state.cycles.add(1, ordering: .releasing) }
    guard let port = state.port.load(ordering: .acquiring),
      let buffer = jack_port_get_buffer(port, frames)
    else { return }
    jack_midi_clear_buffer(buffer)
    state.due += Double(frames) * state.eventsPerFrame
    let count = Int(state.due)
    state.due -= Double(count)
    for index in 0..<count {
      send(into: buffer, at: UInt32(index * Int(frames) / count), &state)
    }
  }

  private static func send(
    into buffer: UnsafeMutableRawPointer, at offset: UInt32, _ state: inout State
  ) {
    let kind = state.random.next(below: 1000)
    let isNonsense = kind >= 900
    let length = isNonsense ? 1 + Int(state.random.next(below: 5)) : 3
    // When the period changes, jackd 1 moves its buffers and may briefly return an address outside of them.
    guard let bytes = jack_midi_event_reserve(buffer, offset, length),
      (0..<greatestBuffer).contains(UnsafeMutableRawPointer(bytes) - buffer)
    else {
      state.dropped.add(1, ordering: .relaxed)
      return
    }
    state.sent.add(1, ordering: .relaxed)
    for index in 0..<length {
      bytes[index] = UInt8(state.random.next(below: isNonsense ? 256 : 128))
    }
    switch kind {
    // About two answers a second.
    case 0..<2:
      let keys = [UInt8(higherKey), UInt8(lowerKey), UInt8(commitKey)]
      (bytes[0], bytes[1], bytes[2]) = (0x90, keys[Int(state.random.next(below: 3))], 100)
    case 2..<450: (bytes[0], bytes[1]) = (0xB0, 1)
    case 450..<700: bytes[0] = 0xE0
    // Keys that are no answers.
    case 700..<900: (bytes[0], bytes[1]) = (kind < 800 ? 0x90 : 0x80, bytes[1] % 90)
    // No panic, after which the training would wait for somebody.
    default: if length == 3, bytes[0] >> 4 == 0xB, bytes[1] >= 120 { bytes[1] = 1 }
    }
  }
}
