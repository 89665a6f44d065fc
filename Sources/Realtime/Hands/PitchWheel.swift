/// The pitch wheel: where it is, and when it was let go of.
///
/// A value, used by the process thread alone.
public struct PitchWheel: BitwiseCopyable, Sendable {
  /// A wheel closer to its centre than this is at rest: cheap ones do not come back to 0.
  private static var restingDeflection: Double {
    @_noLocks @_noAllocation
    get { 1.0 / 64 }
  }

  /// What stays for this long was meant, in seconds; a wheel that springs back is faster.
  private static var holdingTime: Double {
    @_noLocks @_noAllocation
    get { 0.06 }
  }

  /// −1…+1.
  public private(set) var deflection = 0.0

  /// Where it was last held.
  public private(set) var heldDeflection = 0.0

  private let holdingFrames: Int
  private var lastTime = FrameTime(0)

  /// - Parameter sampleRate: frames per second.
  @_noLocks @_noAllocation
  public init(sampleRate: Double) { holdingFrames = Int(Self.holdingTime * sampleRate) }

  public var isAtRest: Bool {
    @_noLocks @_noAllocation
    get { abs(deflection) <= Self.restingDeflection }
  }

  /// Takes a movement in; returns whether it came back to its centre.
  @_noLocks @_noAllocation
  public mutating func take(_ deflection: Double, at time: FrameTime) -> Bool {
    let wasAtRest = isAtRest
    let waited = time.distance(since: lastTime)
    if !wasAtRest, waited < 0 || waited >= holdingFrames { heldDeflection = self.deflection }
    if wasAtRest { heldDeflection = deflection }
    self.deflection = deflection
    lastTime = time
    return isAtRest && !wasAtRest
  }
}
