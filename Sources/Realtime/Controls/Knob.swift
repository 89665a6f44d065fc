/// A control with or without a position: reads from each message how far it was turned.
///
/// A value that only the process thread uses. It reports movements, never positions. A control at
/// its end stop can still get away from it: on the way back, the first quarter of the travel counts
/// a quarter, while movement towards the end counts in full, so the user can always turn further.
public struct Knob: BitwiseCopyable, Sendable {
  /// The share of the full travel from an end stop beyond which movement counts in full again.
  private static var clearance: Double { @_noLocks @_noAllocation get { 0.25 } }

  /// A control this close to an end is at its stop: not every control reaches 0 and 127, and one of
  /// 14 bits may skip the last values.
  private static var stopWidth: Double { @_noLocks @_noAllocation get { 1.5 / 127 } }
  private static var wayBack: Double { @_noLocks @_noAllocation get { 0.25 } }

  /// Single steps further apart than this, in seconds, are slow.
  private static var slowInterval: Double { @_noLocks @_noAllocation get { 0.04 } }

  private var bindings: SliderBindings
  private let slowFrames: Int

  /// The position, 0…1; below 0 until the first message.
  private var position = -1.0
  private var pair: PositionPair

  // The halves of the number of the non-registered parameter that data entry changes, −1 until
  // received. Unlike a position, the number is exactly what was sent last.
  private var coarseNumber = -1
  private var fineNumber = -1
  private var isParameterSelected = false

  /// The last end stop that it has not yet got clear of: −1, 0 (none), +1.
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

  /// Handles a message; returns how far it moves the slider.
  @_noLocks @_noAllocation
  public mutating func handle(controller: UInt8, value: UInt8, at time: FrameTime) -> Double {
    switch bindings.source {
    case .none: return 0
    case .controller(let number):
      guard controller == number else { return 0 }
      return move(to: Double(value) / 127, isSlow: isSlow(to: Double(value) / 127, at: time))
    case .pair(let number):
      if controller == number {
        pair.receiveCoarse(value, at: time)
      } else if controller == number &+ 32 {
        pair.receiveFine(value, at: time)
      } else {
        return 0
      }
      return moveToPair()
    case .parameter(let number):
      guard isDataEntry(controller: controller, value: value, at: time, number: Int(number))
      else { return 0 }
      return moveToPair()
    case .relative(let number, let coding):
      guard controller == number else { return 0 }
      return Double(coding.steps(of: value)) * bindings.encoderStep
    }
  }

  /// Handles the messages of parameters; returns true for data entry of the bound parameter.
  @_noLocks @_noAllocation
  private mutating func isDataEntry(
    controller: UInt8, value: UInt8, at time: FrameTime, number: Int
  ) -> Bool {
    switch controller {
    case 99: coarseNumber = Int(value)
    case 98: fineNumber = Int(value)
    // A registered parameter receives data entry from now on.
    case 100, 101:
      isParameterSelected = false
      return false
    case 6, 38:
      guard isParameterSelected, coarseNumber == number >> 7, fineNumber == number & 0x7F else {
        return false
      }
      if controller == 6 {
        pair.receiveCoarse(value, at: time)
      } else {
        pair.receiveFine(value, at: time)
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

  /// True for a single step that came alone.
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

/// A position of 14 bits that arrives in two halves of seven.
///
/// Controllers send both halves in either order and may omit a half that has not changed, and a
/// half may get lost. So halves that arrive close together belong together, and a half that arrives
/// alone means the position nearest to the last one. Nothing makes the slider jump.
struct PositionPair: BitwiseCopyable, Sendable {
  /// The longest time between the halves of a position, in seconds: two messages on a MIDI cable
  /// take 2 ms.
  private static var pairTime: Double { @_noLocks @_noAllocation get { 0.0025 } }

  /// The position, 0…16 383; −1 until the first message.
  private(set) var position = -1

  /// True once both halves, or two coarse halves without a fine one, have arrived: the first coarse
  /// half alone is not a position to count from.
  private(set) var isKnown = false

  private let pairFrames: Int

  // A coarse half that awaits its fine half, and a fine half that may await its coarse half.
  private var awaitsFine = false
  private var coarseHasChanged = false
  private var coarseTime = FrameTime(0)
  private var waitingFine = -1
  private var fineTime = FrameTime(0)

  /// - Parameter sampleRate: frames per second.
  @_noLocks @_noAllocation
  init(sampleRate: Double) { pairFrames = Int(Self.pairTime * sampleRate) }

  @_noLocks @_noAllocation
  mutating func receiveCoarse(_ half: UInt8, at time: FrameTime) {
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
  mutating func receiveFine(_ half: UInt8, at time: FrameTime) {
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

  /// The position with this fine half nearest to the present one: the coarse half stays, or changes
  /// by one.
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
