import CJack
import Realtime

/// The memory that the process callback of an engine uses, and the client that calls it.
///
/// `@unchecked Sendable` because of the pointers, which never change; the types behind them say how
/// they are shared.
final class CallbackMemory: ClientMemory, @unchecked Sendable {
  /// How many MIDI messages of a period are read: more than a port's buffer holds.
  private static let midiCapacity = 4096

  let client: JackClient
  let left: OpaquePointer
  let right: OpaquePointer
  let midiIn: OpaquePointer
  let messages: UnsafeMutablePointer<ProcessMessages>
  private let context: UnsafeMutablePointer<ProcessContext>
  private let state: UnsafeMutablePointer<ProcessState>
  private let midi: UnsafeMutableBufferPointer<TimedMIDIMessage>

  /// The owner of other memory that the callback uses: the player's voices. Main thread.
  @MainActor var held: AnyObject?

  /// Registers Peach's three ports. Asks the server, and belongs into ``JackRequests``.
  ///
  /// - Throws: ``JackError/noPort(_:)``; the client is closed then.
  init(client: JackClient) throws(JackError) {
    do throws(JackError) {
      left = try client.register(
        "out_1", type: JACK_DEFAULT_AUDIO_TYPE, flags: JackPortIsOutput)
      right = try client.register(
        "out_2", type: JACK_DEFAULT_AUDIO_TYPE, flags: JackPortIsOutput)
      midiIn = try client.registerMIDIInput()
    } catch {
      client.close()
      throw error
    }
    self.client = client
    messages = .allocate(capacity: 1)
    messages.initialize(to: ProcessMessages())
    state = .allocate(capacity: 1)
    state.initialize(to: ProcessState(messages: messages, sampleRate: Double(client.sampleRate)))
    midi = .allocate(capacity: Self.midiCapacity)
    // Writing touches every page here, so that none is missing when the process thread uses it.
    midi.initialize(
      repeating: TimedMIDIMessage(offset: 0, message: .noteOff(channel: 0, key: 0)))
    context = .allocate(capacity: 1)
    context.initialize(
      to: ProcessContext(
        state: state, client: client.handle, left: left, right: right,
        midiIn: midiIn, midi: midi, signals: client.signals))
  }

  deinit {
    context.deinitialize(count: 1)
    context.deallocate()
    midi.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
    messages.deinitialize(count: 1)
    messages.deallocate()
  }

  func installCallback() { JackCallbacks.install(on: client.handle, context: context) }
}
