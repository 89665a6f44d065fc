/// A control with or without a position: how far each message turns it.
///
/// A value, used by the process thread alone. What it says is a movement, never a position; and at an
/// end stop it lets the hand get away: from there back, the first quarter of the way counts a quarter, and
/// towards the end everything counts in full, so that one can always turn on.
public struct Knob: BitwiseCopyable, Sendable {
  /// How far from an end stop movement counts in full again, of the whole way.
  private static var clearance: Double { @_noLocks @_noAllocation get { 0.25 } }

  /// Within this of an end it is at its stop: not every control comes to 0 and 127, and one of 14 bits may
  /// leave the last ones out.
  private static var stopWidth: Double { @_noLocks @_noAllocation get { 1.5 / 127 } }
  private static var wayBack: Double { @_noLocks @_noAllocation get { 0.25 } }

  /// Single steps that come slower than this count as slow, in seconds.
  private static var slowInterval: Double { @_noLocks @_noAllocation get { 0.04 } }

  private var bindings: SliderBindings
  private let slowFrames: Int

  /// 0…1, below 0 before it has been heard of.
  private var position = -1.0
  private var pair: PositionPair

  // The halves of the non-registered parameter's number that data entry goes to, −1 before they were
  // heard of. A number is no position: it is what was sent last, exactly.
  private var coarseNumber = -1
  private var fineNumber = -1
  private var isParameterSelected = false

  /// Which end stop it was at last and has not got clear of: −1, 0 (none), +1.
  private var stop = 0
  private var lastTime = FrameTime(0)
  private var hasMoved = false

  /// - Parameter sampleRate: frames per second.
  @_noLocks @_noAllocation
  public init(bindings: SliderBindings, sampleRate: Double) {
    self.bindings = bindings
    slowFrames = Int(Self.slowInterval * sampleRate)
    pair = PositionPair(sampleRate: sampleRate)
  }

  /// How far a message moves the slider; 0 where not at all.
  @_noLocks @_noAllocation
  public mutating func take(controller: UInt8, value: UInt8, at time: FrameTime) -> Double {
    switch bindings.source {
    case .none: return 0
    case .controller(let number):
      guard controller == number else { return 0 }
      return move(to: Double(value) / 127, isSlow: isSlow(to: Double(value) / 127, at: time))
    case .pair(let number):
      if controller == number {
        pair.takeCoarse(value, at: time)
      } else if controller == number &+ 32 {
        pair.takeFine(value, at: time)
      } else {
        return 0
      }
      return moveToPair()
    case .parameter(let number):
      guard select(controller: controller, value: value, at: time, number: Int(number))
      else { return 0 }
      return moveToPair()
    case .relative(let number, let coding):
      guard controller == number else { return 0 }
      return Double(coding.steps(of: value)) * bindings.encoderStep
    }
  }

  /// Whether data entry was for the bound parameter, which it then takes in.
  @_noLocks @_noAllocation
  private mutating func select(
    controller: UInt8, value: UInt8, at time: FrameTime, number: Int
  ) -> Bool {
    switch controller {
    case 99: coarseNumber = Int(value)
    case 98: fineNumber = Int(value)
    // A registered parameter takes data entry away.
    case 100, 101:
      isParameterSelected = false
      return false
    case 6, 38:
      guard isParameterSelected, coarseNumber == number >> 7, fineNumber == number & 0x7F else {
        return false
      }
      if controller == 6 {
        pair.takeCoarse(value, at: time)
      } else {
        pair.takeFine(value, at: time)
      }
      return true
    default: return false
    }
    isParameterSelected = true
    return false
  }

  @_noLocks @_noAllocation
  private mutating func moveToPair() -> Double {
    pair.isKnown ? move(to: Double(pair.position) / 16_383, isSlow: false) : 0
  }

  /// Whether a step is a single one that came alone.
  @_noLocks @_noAllocation
  private mutating func isSlow(to newPosition: Double, at time: FrameTime) -> Bool {
    let waited = time.distance(since: lastTime)
    let isFirst = !hasMoved
    lastTime = time
    hasMoved = true
    guard !isFirst, abs(newPosition - position) * 127 < 1.5 else { return false }
    return waited < 0 || waited > slowFrames
  }

  @_noLocks @_noAllocation
  private mutating func move(to newPosition: Double, isSlow: Bool) -> Double {
    let before = position
    position = newPosition
    if newPosition <= Self.stopWidth {
      stop = -1
    } else if newPosition >= 1 - Self.stopWidth {
      stop = 1
    }
    guard before >= 0 else { return 0 }
    var distance = newPosition - before
    if stop > 0, newPosition < 1 - Self.clearance { stop = 0 }
    if stop < 0, newPosition > Self.clearance { stop = 0 }
    if (stop > 0 && distance < 0) || (stop < 0 && distance > 0) { distance *= Self.wayBack }
    return distance * bindings.travel * (isSlow ? bindings.slowStep : 1)
  }
}

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
