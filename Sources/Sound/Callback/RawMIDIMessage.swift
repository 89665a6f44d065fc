import Realtime

/// A MIDI event as it came in: up to three bytes of it, its length and its frame.
struct RawMIDIMessage: BitwiseCopyable, Sendable {
  let time: FrameTime

  /// How many bytes the event has; the fourth and later ones are not kept.
  let size: Int

  // 0 where the event has fewer.
  let first: UInt8
  let second: UInt8
  let third: UInt8

  /// - Parameter bytes: `size` bytes that can be read.
  @_noLocks @_noAllocation
  init(bytes: UnsafePointer<UInt8>, size: Int, at time: FrameTime) {
    self.time = time
    self.size = size
    first = size > 0 ? bytes[0] : 0
    second = size > 1 ? bytes[1] : 0
    third = size > 2 ? bytes[2] : 0
  }
}
