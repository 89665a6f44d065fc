import CJack
import Realtime
import Synchronization

#if DEBUG
  import CRealtimeSanitizer
#endif

/// The state, the ports and the wake-up of the process callback, which JACK passes to it.
struct ProcessContext: ~Copyable {
  let state: UnsafeMutablePointer<ProcessState>
  let client: OpaquePointer
  let left = PortSlot()
  let right = PortSlot()
  let trigger = PortSlot()
  let midiIn = PortSlot()
  let midiOut: UnsafeMutablePointer<MIDIOutput>
  let input: UnsafeMutablePointer<AudioInput>

  let loop: UnsafeMutablePointer<LoopSource>

  /// Room for the messages of one period; messages beyond it are dropped, and the period is
  /// counted.
  let midi: UnsafeMutableBufferPointer<TimedMIDIMessage>

  /// The frames by which the sound follows the MIDI input. A note that the main thread starts has
  /// no delay.
  let controlDelay: UInt32

  /// Counts the periods, and wakes the main thread after one in which something happened.
  let signals: UnsafeMutablePointer<JackSignals>
}

/// JACK's process callback: renders `frames` frames into both output ports.
///
/// There are no buffers before the ports are registered, and a server may give none while ports
/// come and go. If an output has no buffer, the other one stays silent, and the commands wait for
/// the next period; MIDI, which would be lost, is handled.
@_noLocks @_noAllocation
func process(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> CInt {
  guard let argument else { return 0 }
  #if DEBUG
    enter_realtime()
    defer { exit_realtime() }
  #endif
  let context = argument.assumingMemoryBound(to: ProcessContext.self)
  let left = context.pointee.left.buffer(frames)
  let right = context.pointee.right.buffer(frames)
  let trigger = context.pointee.trigger.buffer(frames)
  let time = FrameTime(jack_last_frame_time(context.pointee.client))
  context.pointee.midiOut.pointee.send(frames: frames, at: time)
  context.pointee.input.pointee.record(frames, at: time)
  let messageCount = readMIDI(context, frames: frames, at: time)
  context.pointee.state.pointee.render(
    left: left?.assumingMemoryBound(to: Float.self),
    right: right?.assumingMemoryBound(to: Float.self), frames: Int(frames), at: time,
    midi: UnsafeBufferPointer(start: context.pointee.midi.baseAddress, count: messageCount),
    trigger: trigger?.assumingMemoryBound(to: Float.self))
  context.pointee.loop.pointee.mix(
    left: left?.assumingMemoryBound(to: Float.self),
    right: right?.assumingMemoryBound(to: Float.self), frames: Int(frames), at: time)
  context.pointee.signals.pointee.countPeriod()
  if context.pointee.state.pointee.consumeWakeUp() {
    wake_up(context.pointee.signals.pointee.wakeUp)
  }
  return 0
}

/// Decodes the period's MIDI input; returns the number of messages that Peach uses.
@_noLocks @_noAllocation
private func readMIDI(
  _ context: UnsafeMutablePointer<ProcessContext>, frames: jack_nframes_t, at time: FrameTime
) -> Int {
  guard let buffer = context.pointee.midiIn.buffer(frames) else { return 0 }
  let room = context.pointee.midi
  let eventCount = jack_midi_get_event_count(buffer)
  var count = 0
  var index: UInt32 = 0
  var event = jack_midi_event_t()
  while index < eventCount {
    if jack_midi_event_get(&event, buffer, index) == 0, let bytes = event.buffer,
      let message = MIDIMessage(bytes: bytes, count: Int(event.size))
    {
      guard count < room.count else {
        context.pointee.state.pointee.countPeriodWithLostMIDI()
        break
      }
      let offset = Int(min(event.time, frames &- 1))
      let isEcho = context.pointee.midiOut.pointee.echoes.pointee.isEcho(
        bytes, count: Int(event.size), at: offset, ofPeriodAt: time)
      room[count] = TimedMIDIMessage(offset: offset, message: message, isEcho: isEcho)
      count &+= 1
    }
    index &+= 1
  }
  return count
}

/// The ports, the ring and the wake-up of a listener's process callback, which JACK passes to it.
struct ListenerContext: ~Copyable {
  let client: OpaquePointer
  let midiIn = PortSlot()
  let ring: UnsafeMutablePointer<RawMIDIRing>

  /// Counts the periods, and wakes the main thread after one with MIDI input.
  let signals: UnsafeMutablePointer<JackSignals>

  /// The clock of the events.
  var clock = FrameClock()
}

/// The process callback of a listener: stores all MIDI input and makes no sound.
@_noLocks @_noAllocation
func listen(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> CInt {
  guard let argument else { return 0 }
  #if DEBUG
    enter_realtime()
    defer { exit_realtime() }
  #endif
  let context = argument.assumingMemoryBound(to: ListenerContext.self)
  // Every period, so that no turn of the clock is missed while nothing comes.
  let time = context.pointee.clock.advance(
    to: FrameTime(jack_last_frame_time(context.pointee.client)))
  context.pointee.signals.pointee.countPeriod()
  guard let buffer = context.pointee.midiIn.buffer(frames) else { return 0 }
  let count = jack_midi_get_event_count(buffer)
  var index: UInt32 = 0
  var event = jack_midi_event_t()
  while index < count {
    if jack_midi_event_get(&event, buffer, index) == 0, let bytes = event.buffer {
      context.pointee.ring.pointee.push(
        RawMIDIMessage(
          bytes: bytes, size: Int(event.size), at: time &+ Int(event.time)))
    }
    index &+= 1
  }
  if count > 0 { wake_up(context.pointee.signals.pointee.wakeUp) }
  return 0
}

/// A port that the process callback uses as soon as it is registered: the callback runs before
/// that, and for the audio input also after the port has gone.
///
/// Ports are registered after the activation, because a patchbay may connect visible ports at once,
/// which a server refuses for a client that is not active.
struct PortSlot: ~Copyable {
  /// The address of the port; 0 while there is none.
  private let address = Atomic<UInt>(0)

  /// The port; `nil` while there is none. Any thread.
  var port: OpaquePointer? {
    @_noLocks @_noAllocation
    get { OpaquePointer(bitPattern: address.load(ordering: .acquiring)) }
  }

  /// Sets a port that has been registered. Any thread.
  borrowing func fill(_ port: OpaquePointer) {
    address.store(UInt(bitPattern: port), ordering: .releasing)
  }

  /// Removes a port that is about to be unregistered. The callback may still use it in the present
  /// period. Any thread.
  borrowing func empty() { address.store(0, ordering: .releasing) }

  /// The port's buffer for a period of that length; `nil` without a port, or if the server gives
  /// none.
  @_noLocks @_noAllocation
  borrowing func buffer(_ frames: jack_nframes_t) -> UnsafeMutableRawPointer? {
    guard let port else { return nil }
    return jack_port_get_buffer(port, frames)
  }
}
