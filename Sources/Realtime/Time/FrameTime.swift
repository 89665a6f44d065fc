/// A moment on JACK's frame clock, in frames. The clock wraps around after 2³² frames (six hours at
/// 192 kHz), so two moments are compared by their distance, never by their numbers.
public struct FrameTime: Equatable, BitwiseCopyable, Sendable {
  public var rawValue: UInt32

  @_noLocks @_noAllocation
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The frames from `earlier` to this moment, negative if this is the earlier one. True for
  /// distances below 2³¹ frames.
  @_noLocks @_noAllocation
  public func distance(since earlier: FrameTime) -> Int {
    Int(Int32(truncatingIfNeeded: rawValue &- earlier.rawValue))
  }

  /// The moment that many frames later.
  @_noLocks @_noAllocation
  public func advanced(by frames: Int) -> FrameTime {
    FrameTime(rawValue &+ UInt32(truncatingIfNeeded: frames))
  }
}
