import CJack
import Realtime

/// The MIDI output: the messages of the main thread, and their possible echoes.
///
/// It changes only through the ring's atomics and behind ``echoes``, so that the main thread may
/// reach the ring at any time.
struct MIDIOutput: ~Copyable {
  /// The most messages that are sent in a period. Others wait for the next one, so that neither the
  /// period nor a controller has too much to do.
  private static var mostMessages: Int { @_noLocks @_noAllocation get { 16 } }

  let port = PortSlot()
  let ring = ShortMIDIRing()

  /// The filter of echoes, which only the process thread uses.
  let echoes: UnsafeMutablePointer<EchoFilter>

  /// - Parameter sampleRate: frames per second.
  init(sampleRate: Double) {
    echoes = .allocate(capacity: 1)
    echoes.initialize(to: EchoFilter(sampleRate: sampleRate))
  }

  deinit {
    echoes.deinitialize(count: 1)
    echoes.deallocate()
  }

  /// Sends the waiting messages at the beginning of a period of that length.
  @_noLocks @_noAllocation
  borrowing func send(frames: jack_nframes_t, at time: FrameTime) {
    echoes.pointee.expire(at: time)
    guard let buffer = port.buffer(frames) else { return }
    jack_midi_clear_buffer(buffer)
    var count = 0
    while count < Self.mostMessages, let message = ring.pop() {
      count &+= 1
      guard let bytes = jack_midi_event_reserve(buffer, 0, message.size) else {
        ring.countDropped()
        continue
      }
      bytes[0] = message.status
      bytes[1] = message.first
      if message.size == 3 { bytes[2] = message.second }
      echoes.pointee.record(message, at: time, period: Int(frames))
    }
  }
}
