/// A value's way to its goal without a corner: three moving averages of one length in a row, whose
/// response to a step is the integral of a quadratic B-spline (Schoenberg, "Contributions to the
/// problem of approximation of equidistant data by analytic functions", 1946).
///
/// Why this curve: it begins to move in the very frame in which the goal changes, arrives exactly
/// after three lengths, never overshoots, and goals that follow one another add up smoothly, so that a
/// hand's sweep leaves no zipper noise. An exponential of the same quickness starts with a corner, which
/// is heard 20 dB louder.
struct Glide: BitwiseCopyable {
  /// How many averages stand in a row.
  static var stages: Int { @_noLocks @_noAllocation get { 3 } }

  /// The length of each average, in frames.
  private let length: Int

  // A ring of `length` values for each stage, one behind the other; all move on together.
  private let history: UnsafeMutablePointer<Double>
  private var position = 0
  private var sums = (0.0, 0.0, 0.0)
  private var framesLeft = 0

  /// Where the value goes.
  private(set) var goal = 1.0

  /// - Parameters:
  ///   - length: the frames of each average, > 0; the goal is reached after `stages` times as many.
  ///   - memory: room for `stages` × `length` values, which outlives this.
  init(length: Int, memory: UnsafeMutablePointer<Double>) {
    self.length = length
    history = memory
  }

  /// Whether the goal is still to be reached.
  var isMoving: Bool {
    @_noLocks @_noAllocation
    get { framesLeft > 0 }
  }

  /// Stands still at `value`.
  @_noLocks @_noAllocation
  mutating func restart(at value: Double) {
    goal = value
    framesLeft = 0
    settle()
  }

  /// Sets out for another goal.
  @_noLocks @_noAllocation
  mutating func move(to goal: Double) {
    self.goal = goal
    framesLeft = Self.stages &* length
  }

  /// The value in the next frame. Call while ``isMoving``.
  @_noLocks @_noAllocation
  mutating func next() -> Double {
    let scale = 1 / Double(length)
    let first = history + position
    let second = first + length
    let third = second + length
    sums.0 += goal - first.pointee
    first.pointee = goal
    let once = sums.0 * scale
    sums.1 += once - second.pointee
    second.pointee = once
    let twice = sums.1 * scale
    sums.2 += twice - third.pointee
    third.pointee = twice
    position = position &+ 1 == length ? 0 : position &+ 1
    framesLeft &-= 1
    guard framesLeft > 0 else {
      // Every average is the goal by now; whatever the sums have rounded away ends here.
      settle()
      return goal
    }
    return sums.2 * scale
  }

  @_noLocks @_noAllocation
  private mutating func settle() {
    var index = 0
    while index < Self.stages &* length {
      history[index] = goal
      index &+= 1
    }
    let sum = goal * Double(length)
    sums = (sum, sum, sum)
  }
}
