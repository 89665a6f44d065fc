import CJack

/// The latency of Peach between its ports, for JACK.
///
/// The resampler looks ahead into FluidSynth's output and delays nothing. The MIDI input moves a
/// pitch, which glides: it begins to move in the event's own frame and follows the control by a
/// constant delay.
enum PortLatency {
  /// The frames by which the sound follows the MIDI input.
  ///
  /// - Parameter sampleRate: frames per second.
  static func controlDelay(at sampleRate: Double) -> UInt32 {
    UInt32(Glide.delay(ofLength: VoiceBank.glideLength(at: sampleRate)).rounded(.up))
  }

  /// Adds a delay to a range.
  @_noLocks @_noAllocation
  static func delayed(_ range: jack_latency_range_t, by frames: UInt32) -> jack_latency_range_t {
    var delayed = range
    delayed.min = sum(range.min, frames)
    delayed.max = sum(range.max, frames)
    return delayed
  }

  /// The range that contains both. An output without latency, which is connected with nothing or
  /// with a meter, does not count beside another one.
  @_noLocks @_noAllocation
  static func union(
    _ first: jack_latency_range_t, _ second: jack_latency_range_t
  ) -> jack_latency_range_t {
    if first.max == 0 { return second }
    if second.max == 0 { return first }
    var union = first
    if second.min < union.min { union.min = second.min }
    if second.max > union.max { union.max = second.max }
    return union
  }

  /// The sum, or the greatest number, as a peer may have set any value.
  @_noLocks @_noAllocation
  private static func sum(_ first: UInt32, _ second: UInt32) -> UInt32 {
    let sum = first &+ second
    return sum < first ? UInt32.max : sum
  }
}

/// JACK's latency callback, called after changes of the graph and of the period: the capture
/// latency of the outputs is that of the MIDI input and Peach's delay, and the playback latency of
/// the MIDI input is that delay and the outputs'.
///
/// jackd 1 calls it on its process thread, other servers on a thread that may wait for the graph.
/// So the main thread asks for the new latency (``LiveClient/latency``), with its next scan of the
/// graph.
@_noLocks @_noAllocation
func updateLatency(
  _ mode: jack_latency_callback_mode_t, _ argument: UnsafeMutableRawPointer?
) {
  guard let argument else { return }
  let context = argument.assumingMemoryBound(to: ProcessContext.self)
  guard let left = context.pointee.left.port, let right = context.pointee.right.port,
    let midiIn = context.pointee.midiIn.port
  else { return }
  let delay = context.pointee.controlDelay
  var range = jack_latency_range_t()
  if mode.rawValue == JackCaptureLatency.rawValue {
    jack_port_get_latency_range(midiIn, mode, &range)
    range = PortLatency.delayed(range, by: delay)
    jack_port_set_latency_range(left, mode, &range)
    jack_port_set_latency_range(right, mode, &range)
  } else {
    jack_port_get_latency_range(left, mode, &range)
    var other = jack_latency_range_t()
    jack_port_get_latency_range(right, mode, &other)
    range = PortLatency.delayed(PortLatency.union(range, other), by: delay)
    jack_port_set_latency_range(midiIn, mode, &range)
    // The playback latency of the outputs may have changed.
    context.pointee.signals.pointee.recordGraphChange()
  }
}
