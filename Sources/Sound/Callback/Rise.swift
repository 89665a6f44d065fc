/// How a note that starts quiet comes to its level: from −20 dB up, evenly to the ear.
///
/// The level in decibels follows a raised cosine, so that the way has no corner at either end, and never
/// falls.
struct Rise: BitwiseCopyable {
  /// Where it begins, in decibels.
  static let decibels = -20.0

  /// The way in equal steps, `steps` + 1 gains from `decibels` to 1; the memory outlives this.
  private let gains: UnsafePointer<Float>
  private let steps: Int

  private var position = 0.0
  private var increment = 0.0
  private var framesLeft = 0

  init(gains: UnsafePointer<Float>, steps: Int) {
    self.gains = gains
    self.steps = steps
  }

  /// Begins anew, to be at the full level after that many frames; 0 is at it at once.
  @_noLocks @_noAllocation
  mutating func restart(frames: Int) {
    framesLeft = frames
    position = 0
    increment = frames > 0 ? Double(steps) / Double(frames) : 0
  }

  /// The gain of the next frame.
  @_noLocks @_noAllocation
  mutating func next() -> Float {
    guard framesLeft > 0 else { return 1 }
    let index = min(Int(position), steps &- 1)
    let share = Float(position - Double(index))
    framesLeft &-= 1
    position += increment
    return gains[index] + share * (gains[index &+ 1] - gains[index])
  }
}
