/// The position of the pitch wheel, and its release. A value that only the process thread uses.
struct PitchWheel: BitwiseCopyable, Sendable {
  /// The largest deflection of a wheel at rest: cheap ones do not return to 0.
  private static var restingDeflection: Double {
    @_noLocks @_noAllocation
    get { 1.0 / 64 }
  }

  /// A wheel that stays this close to a position for this long, in seconds, is held there: a finger
  /// on a spring is never quite still, and a wheel that springs back is faster.
  private static var holdingBand: Double { @_noLocks @_noAllocation get { 1.0 / 64 } }
  private static var holdingTime: Double { @_noLocks @_noAllocation get { 0.06 } }

  /// The deflection, −1…+1.
  private(set) var deflection = 0.0

  /// The deflection at which it was last held since it left its centre, or else the furthest one.
  var heldDeflection: Double {
    @_noLocks @_noAllocation
    get { wasHeld ? held : furthest }
  }

  private let holdingFrames: Int

  /// The time of the last message.
  private var lastTime = FrameTime(0)
  private var held = 0.0
  private var wasHeld = false
  private var furthest = 0.0

  // The position around which it stays, and since when.
  private var place = 0.0
  private var placeTime = FrameTime(0)

  /// - Parameter sampleRate: frames per second.
  @_noLocks @_noAllocation
  init(sampleRate: Double) { holdingFrames = Int(Self.holdingTime * sampleRate) }

  var isAtRest: Bool {
    @_noLocks @_noAllocation
    get { Self.isRest(deflection) }
  }

  /// True if a wheel with that deflection, −1…+1, is at rest.
  @_noLocks @_noAllocation
  static func isRest(_ deflection: Double) -> Bool { abs(deflection) <= restingDeflection }

  /// True if the last message came at least this many frames ago.
  @_noLocks @_noAllocation
  func isSilent(for frames: Int, at time: FrameTime) -> Bool {
    let silence = time.distance(since: lastTime)
    // Half a turn of the clock later the distance is negative.
    return silence < 0 || silence >= frames
  }

  /// Releases the wheel without a message, or replaces it by another one with this deflection.
  @_noLocks @_noAllocation
  mutating func reset(to deflection: Double = 0) {
    self.deflection = deflection
    wasHeld = false
    furthest = deflection
    place = deflection
  }

  /// Handles a movement; returns whether the wheel returned to its centre.
  @_noLocks @_noAllocation
  mutating func handle(_ deflection: Double, at time: FrameTime) -> Bool {
    let wasAtRest = isAtRest
    lastTime = time
    if wasAtRest {
      wasHeld = false
      furthest = 0
    } else {
      let stayed = time.distance(since: placeTime)
      if stayed < 0 || stayed >= holdingFrames {
        held = self.deflection
        wasHeld = true
      }
    }
    if wasAtRest || abs(deflection - place) > Self.holdingBand {
      place = deflection
      placeTime = time
    }
    if abs(deflection) > abs(furthest) { furthest = deflection }
    self.deflection = deflection
    return isAtRest && !wasAtRest
  }
}
