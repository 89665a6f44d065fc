import CJack
import Realtime

/// The memory that the process callback of an engine uses, and the client that calls it.
///
/// `@unchecked Sendable` because of the pointers, which never change; the types behind them
/// document how they are shared.
final class CallbackMemory: ClientMemory, @unchecked Sendable {
  /// The number of MIDI messages that are read in a period: more than a port's buffer holds.
  private static let midiCapacity = 4096

  let client: JackClient
  let messages: UnsafeMutablePointer<ProcessMessages>
  let midiOut: UnsafeMutablePointer<MIDIOutput>
  let input: UnsafeMutablePointer<AudioInput>
  let loop: UnsafeMutablePointer<LoopSource>
  private let context: UnsafeMutablePointer<ProcessContext>
  private let state: UnsafeMutablePointer<ProcessState>
  private let midi: UnsafeMutableBufferPointer<TimedMIDIMessage>

  /// The owners of other memory that the callback uses: the player's. Main thread.
  @MainActor var held: [AnyObject] = []

  /// The short names of the outputs.
  static let (leftName, rightName) = ("out_1", "out_2")
  static let triggerName = "trigger_out"

  init(client: JackClient) {
    self.client = client
    messages = .allocate(capacity: 1)
    messages.initialize(to: ProcessMessages())
    state = .allocate(capacity: 1)
    state.initialize(to: ProcessState(messages: messages, sampleRate: Double(client.sampleRate)))
    midi = .allocate(capacity: Self.midiCapacity)
    // Writing touches every page here, so that none is missing when the process thread uses it.
    midi.initialize(
      repeating: TimedMIDIMessage(offset: 0, message: .noteOff(channel: 0, key: 0)))
    midiOut = .allocate(capacity: 1)
    midiOut.initialize(to: MIDIOutput(sampleRate: Double(client.sampleRate)))
    input = .allocate(capacity: 1)
    input.initialize(to: AudioInput())
    loop = .allocate(capacity: 1)
    loop.initialize(to: LoopSource())
    context = .allocate(capacity: 1)
    context.initialize(
      to: ProcessContext(
        state: state, client: client.handle, midiOut: midiOut, input: input, loop: loop, midi: midi,
        controlDelay: PortLatency.controlDelay(at: Double(client.sampleRate)),
        signals: client.signals))
  }

  deinit {
    context.deinitialize(count: 1)
    context.deallocate()
    midiOut.deinitialize(count: 1)
    midiOut.deallocate()
    input.deinitialize(count: 1)
    input.deallocate()
    loop.deinitialize(count: 1)
    loop.deallocate()
    midi.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
    messages.deinitialize(count: 1)
    messages.deallocate()
  }

  func installCallback() { JackCallbacks.install(on: client.handle, context: context) }

  func registerPorts() throws(JackError) {
    let (audio, output) = (JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput)
    let left = try client.register(Self.leftName, type: audio, flags: output)
    let right = try client.register(Self.rightName, type: audio, flags: output)
    let midiIn = try client.registerMIDIInput()
    let midiOut = try client.register(
      JackConnections.midiOutput, type: JACK_DEFAULT_MIDI_TYPE, flags: output)
    context.pointee.left.fill(left)
    context.pointee.right.fill(right)
    context.pointee.midiIn.fill(midiIn)
    self.midiOut.pointee.port.fill(midiOut)
    // Before the first connection no server asks.
    jack_recompute_total_latencies(client.handle)
  }

  /// Registers the audio input and makes its ring, unless it is there. Asks the server: must run in
  /// ``JackRequests``.
  ///
  /// - Throws: ``JackError/noPort(_:)``
  func openInput() throws(JackError) {
    guard input.pointee.port.port == nil else { return }
    input.pointee.prepare(sampleRate: Double(client.sampleRate))
    input.pointee.port.fill(
      try client.register(
        JackConnections.audioInput, type: JACK_DEFAULT_AUDIO_TYPE, flags: JackPortIsInput))
  }

  /// Registers the trigger output, unless it is there. Asks the server: must run in
  /// ``JackRequests``.
  ///
  /// - Throws: ``JackError/noPort(_:)``
  func openTrigger() throws(JackError) {
    guard context.pointee.trigger.port == nil else { return }
    context.pointee.trigger.fill(
      try client.register(
        Self.triggerName, type: JACK_DEFAULT_AUDIO_TYPE, flags: JackPortIsOutput))
  }

  /// The outputs, the MIDI input and the MIDI output; `nil` before they are registered.
  var ports: Ports? {
    guard let left = context.pointee.left.port, let right = context.pointee.right.port,
      let midiIn = context.pointee.midiIn.port, let midiOut = self.midiOut.pointee.port.port
    else { return nil }
    return Ports(left: left, right: right, midiIn: midiIn, midiOut: midiOut)
  }

  struct Ports {
    let left: OpaquePointer
    let right: OpaquePointer
    let midiIn: OpaquePointer
    let midiOut: OpaquePointer
  }
}
