/// A moment on JACK's frame clock, in frames. The clock wraps around after 2³² frames (six hours at
/// 192 kHz), so compare two moments by their distance, never by their numbers.
public struct FrameTime: Equatable, BitwiseCopyable, Sendable {
  public var rawValue: UInt32

  @_noLocks @_noAllocation
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The frames from `earlier` to this moment; negative if this is the earlier one. Correct for
  /// distances below 2³¹ frames.
  @_noLocks @_noAllocation
  public func distance(since earlier: FrameTime) -> Int {
    Int(Int32(truncatingIfNeeded: rawValue &- earlier.rawValue))
  }

  /// The moment this many frames later.
  @_noLocks @_noAllocation
  public func advanced(by frames: Int) -> FrameTime {
    FrameTime(rawValue &+ UInt32(truncatingIfNeeded: frames))
  }
}

/// JACK's frame clock without its wrap-around: frames since the first moment, in 64 bits.
///
/// A value that only the process thread uses. Exact if less than 2³¹ frames lie between two calls
/// (12.4 hours at 48 kHz), so call it every period.
public struct FrameClock: BitwiseCopyable, Sendable {
  private var last = FrameTime(0)
  private var frames = -1

  @_noLocks @_noAllocation
  public init() {}

  /// The frames from the first call's moment to `time`.
  @_noLocks @_noAllocation
  public mutating func advance(to time: FrameTime) -> Int {
    frames = frames < 0 ? 0 : frames &+ max(0, time.distance(since: last))
    last = time
    return frames
  }
}
