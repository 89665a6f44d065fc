import CJack
import Realtime

/// Everything that JACK's threads see of an engine, and the client by which they come.
///
/// It lives as long as libjack may call: whoever closes the client holds it until libjack has let go,
/// and a close that hangs keeps this and nothing else alive. `@unchecked Sendable` because of the
/// pointers, which never change; what they point at is shared as its own types say.
final class CallbackMemory: @unchecked Sendable {
  /// How many MIDI messages of a period are listened to: more than a port's buffer holds.
  private static let midiCapacity = 4096

  let client: JackClient
  let messages: UnsafeMutablePointer<ProcessMessages>
  let signals: UnsafeMutablePointer<EngineSignals>
  let context: UnsafeMutablePointer<ProcessContext>
  private let state: UnsafeMutablePointer<ProcessState>
  private let midi: UnsafeMutableBufferPointer<TimedMIDIMessage>

  /// What the callback uses of others: the player's voices. Main thread.
  @MainActor var held: AnyObject?

  /// - Parameter ports: what is known of the server's ports.
  init(client: JackClient, ports: PortHistory) {
    self.client = client
    messages = .allocate(capacity: 1)
    messages.initialize(to: ProcessMessages())
    state = .allocate(capacity: 1)
    state.initialize(to: ProcessState(messages: messages, sampleRate: Double(client.sampleRate)))
    signals = .allocate(capacity: 1)
    signals.initialize(to: EngineSignals(ports: ports))
    midi = .allocate(capacity: Self.midiCapacity)
    // Every page is touched here, so that the process thread meets none that is not there yet.
    midi.initialize(
      repeating: TimedMIDIMessage(offset: 0, message: .noteOff(channel: 0, key: 0)))
    context = .allocate(capacity: 1)
    context.initialize(
      to: ProcessContext(
        state: state, client: client.handle, left: client.left, right: client.right,
        midiIn: client.midiIn, midi: midi, wakeUp: signals.pointee.wakeUp))
  }

  deinit {
    context.deinitialize(count: 1)
    context.deallocate()
    midi.deallocate()
    signals.deinitialize(count: 1)
    signals.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
    messages.deinitialize(count: 1)
    messages.deallocate()
  }
}
