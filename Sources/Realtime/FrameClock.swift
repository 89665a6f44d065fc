/// JACK's frame clock without its wrap-around: frames since the first moment, in 64 bits.
///
/// A value that only the process thread uses. Exact as long as less than 2³¹ frames lie between two
/// calls (12.4 hours at 48 kHz), so call it every period.
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
