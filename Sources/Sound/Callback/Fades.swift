/// Lets a note that starts quietly rise to its level from −20 dB, evenly to the ear.
///
/// The level in decibels follows a raised cosine, so the ramp has no corner at either end and never
/// falls.
struct StartRamp: BitwiseCopyable {
  /// The level at the start, in decibels.
  static let decibels = -20.0

  /// The ramp in equal steps, `steps` + 1 gains from `decibels` to 1; the memory outlives the ramp.
  private let gains: UnsafePointer<Float>
  private let steps: Int

  private var position = 0.0
  private var increment = 0.0
  private var framesLeft = 0

  init(gains: UnsafePointer<Float>, steps: Int) {
    self.gains = gains
    self.steps = steps
  }

  /// Restarts the ramp, which reaches the full level after `frames` frames; with 0 at once.
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

/// The rising half of a raised cosine, sampled once for every frame of a fade.
///
/// `gains` points to memory that `Control/` allocated and that outlives every voice using it.
struct FadeTable: BitwiseCopyable {
  /// ½·(1 − cos(π·(i + ½)/frames)) for i in 0..<frames.
  let gains: UnsafePointer<Float>

  /// The length of the fade, > 0.
  let frames: Int
}
