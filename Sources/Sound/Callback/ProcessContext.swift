import CJack
import Realtime

#if RTSAN
  import CRealtimeSanitizer
#endif

/// What JACK hands to the process callback: the state and the door to the outside.
struct ProcessContext {
  let state: UnsafeMutablePointer<ProcessState>
  let client: OpaquePointer
  let left: OpaquePointer
  let right: OpaquePointer

  /// Posted after each period in which something happened.
  let wakeUp: UnsafeMutablePointer<sem_t>
}

/// JACK's process callback: renders `frames` frames into both output ports.
///
/// A server may give no buffer while ports come and go; the period is then left silent, and the
/// commands wait for the next.
@_noLocks @_noAllocation
func process(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> CInt {
  guard let argument else { return 0 }
  #if RTSAN
    __rtsan_realtime_enter()
    defer { __rtsan_realtime_exit() }
  #endif
  let context = argument.assumingMemoryBound(to: ProcessContext.self)
  guard let left = jack_port_get_buffer(context.pointee.left, frames),
    let right = jack_port_get_buffer(context.pointee.right, frames)
  else { return 0 }
  let time = FrameTime(jack_last_frame_time(context.pointee.client))
  context.pointee.state.pointee.render(
    left: left.assumingMemoryBound(to: Float.self),
    right: right.assumingMemoryBound(to: Float.self), frames: Int(frames), at: time)
  if context.pointee.state.pointee.takeWakeUp() { wake_up(context.pointee.wakeUp) }
  return 0
}
