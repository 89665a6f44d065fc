import CJack
import Realtime

#if DEBUG
  import CRealtimeSanitizer
#endif

/// What JACK passes to the process callback of a listener.
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
  // Every period, so that none of the clock's turns is missed while nothing comes.
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
