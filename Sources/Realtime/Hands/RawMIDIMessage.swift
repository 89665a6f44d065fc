/// A MIDI event as it came in: up to three bytes of it, its length and its frame.
public struct RawMIDIMessage: BitwiseCopyable, Sendable {
  public let time: FrameTime

  /// How many bytes the event has; the fourth and later ones are not kept.
  public let size: Int

  // 0 where the event has fewer.
  public let first: UInt8
  public let second: UInt8
  public let third: UInt8

  /// - Parameter bytes: `size` bytes that can be read.
  @_noLocks @_noAllocation
  public init(bytes: UnsafePointer<UInt8>, size: Int, at time: FrameTime) {
    self.time = time
    self.size = size
    first = size > 0 ? bytes[0] : 0
    second = size > 1 ? bytes[1] : 0
    third = size > 2 ? bytes[2] : 0
  }
}
