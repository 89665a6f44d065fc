/// A position of 14 bits that comes in two halves of seven.
///
/// Controllers send both halves in either order, leave one out that has not changed, and one may be lost
/// on the way. So halves that come close together belong together, and one that comes alone is read as
/// the position nearest to the last one. None makes the slider jump.
public struct PositionPair: BitwiseCopyable, Sendable {
  /// Two halves of one position are no further apart than this, in seconds: two messages on a MIDI cable
  /// take 2 ms.
  private static var pairTime: Double { @_noLocks @_noAllocation get { 0.0025 } }

  /// 0…16 383, −1 before anything was heard.
  public private(set) var position = -1

  /// Whether both halves have been heard, or no fine one came: the first coarse half alone is no position
  /// to count from.
  public private(set) var isKnown = false

  private let pairFrames: Int

  // A coarse half whose fine one is due, and a fine one whose coarse one may be.
  private var awaitsFine = false
  private var coarseHasChanged = false
  private var coarseTime = FrameTime(0)
  private var waitingFine = -1
  private var fineTime = FrameTime(0)

  /// - Parameter sampleRate: frames per second.
  @_noLocks @_noAllocation
  public init(sampleRate: Double) { pairFrames = Int(Self.pairTime * sampleRate) }

  @_noLocks @_noAllocation
  public mutating func takeCoarse(_ half: UInt8, at time: FrameTime) {
    let first = Int(half) << 7
    if awaitsFine || waitingFine >= 0 { isKnown = true }
    if waitingFine >= 0, position < 0 || areClose(fineTime, time) {
      position = first | waitingFine
      waitingFine = -1
      awaitsFine = false
      return
    }
    waitingFine = -1
    awaitsFine = true
    coarseTime = time
    coarseHasChanged = position < 0 || position >> 7 != Int(half)
    position = position < 0 ? first : max(first, min(first | 0x7F, position))
  }

  @_noLocks @_noAllocation
  public mutating func takeFine(_ half: UInt8, at time: FrameTime) {
    let fine = Int(half)
    if position >= 0 { isKnown = true }
    if awaitsFine, coarseHasChanged || areClose(coarseTime, time) {
      position = position & ~0x7F | fine
      awaitsFine = false
      return
    }
    awaitsFine = false
    waitingFine = fine
    fineTime = time
    if position >= 0 { position = nearest(fine) }
  }

  /// The position with that fine half that is nearest to this one: the coarse half is as it was, or one
  /// more or less.
  @_noLocks @_noAllocation
  private func nearest(_ fine: Int) -> Int {
    let middle = position & ~0x7F | fine
    if middle &- position > 64, middle >= 128 { return middle &- 128 }
    if position &- middle > 64, middle &+ 128 <= 0x3FFF { return middle &+ 128 }
    return middle
  }

  @_noLocks @_noAllocation
  private func areClose(_ earlier: FrameTime, _ later: FrameTime) -> Bool {
    let distance = later.distance(since: earlier)
    return distance >= 0 && distance <= pairFrames
  }
}
