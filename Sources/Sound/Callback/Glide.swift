/// Moves a value to its goal without a corner: three moving averages of one length in a row, whose
/// response to a step is the integral of a quadratic B-spline (Schoenberg, "Contributions to the
/// problem of approximation of equidistant data by analytic functions", 1946).
///
/// This curve begins to move in the very frame in which the goal changes, arrives exactly after
/// three lengths and never overshoots. Successive goals add up smoothly, so a sweep of a control
/// causes no zipper noise. An equally fast exponential starts with a corner, which is 20 dB louder.
/// The value follows its goal by 1.5·(length − 1) frames on average: 22.5 in a voice at 48 kHz.
struct Glide: BitwiseCopyable {
  /// The number of averages in a row.
  static var averages: Int { @_noLocks @_noAllocation get { 3 } }

  /// The length of each average, in frames.
  private let length: Int

  // A ring of `length` values for each stage, one after another; all advance together.
  private let history: UnsafeMutablePointer<Double>
  private var position = 0
  private var sums = (0.0, 0.0, 0.0)
  private var framesLeft = 0

  /// The value's goal.
  private(set) var goal = 1.0

  /// - Parameters:
  ///   - length: the frames of each average, > 0; the value reaches the goal after `averages` times
  ///     as many.
  ///   - memory: room for `averages` × `length` values; it outlives the glide.
  init(length: Int, memory: UnsafeMutablePointer<Double>) {
    self.length = length
    history = memory
  }

  /// The average delay of the value behind its goal in frames, with averages of that length.
  static func delay(ofLength length: Int) -> Double { Double(averages * (length - 1)) / 2 }

  /// True if the value has not yet reached the goal.
  var isMoving: Bool {
    @_noLocks @_noAllocation
    get { framesLeft > 0 }
  }

  /// Jumps to `value` and stays there.
  @_noLocks @_noAllocation
  mutating func restart(at value: Double) {
    goal = value
    framesLeft = 0
    settle()
  }

  /// Starts to move to another goal.
  @_noLocks @_noAllocation
  mutating func move(to goal: Double) {
    self.goal = goal
    framesLeft = Self.averages &* length
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
      // Every average equals the goal by now; this discards the sums' rounding errors.
      settle()
      return goal
    }
    return sums.2 * scale
  }

  @_noLocks @_noAllocation
  private mutating func settle() {
    var index = 0
    while index < Self.averages &* length {
      history[index] = goal
      index &+= 1
    }
    let sum = goal * Double(length)
    sums = (sum, sum, sum)
  }
}

/// The level of all sound: one gain over the whole mix, which glides to another value without a
/// click.
///
/// A glide takes as long as a note's fade. Changes by 1 dB, as fast as a key repeats or a control
/// is turned, stay below −109 dB at every pitch, measured as the step that would sound alike.
struct OutputGain: ~Copyable {
  private let memory: UnsafeMutablePointer<Double>
  private var glide: Glide

  /// Begins at gain 1. Allocates: not in the callback.
  ///
  /// - Parameter sampleRate: frames per second.
  init(sampleRate: Double) {
    let length = max(1, Int((FadeCurve.seconds * sampleRate / Double(Glide.averages)).rounded(.up)))
    memory = .allocate(capacity: Glide.averages * length)
    // This touches every page, so that the process thread causes no page fault.
    memory.initialize(repeating: 1, count: Glide.averages * length)
    glide = Glide(length: length, memory: memory)
    glide.restart(at: 1)
  }

  deinit { memory.deallocate() }

  /// Sets the linear gain.
  ///
  /// - Parameter isSilent: true if nothing sounds. The gain then jumps, so that the next note has
  ///   it from its first frame on.
  @_noLocks @_noAllocation
  mutating func set(_ gain: Double, isSilent: Bool) {
    if isSilent {
      glide.restart(at: gain)
    } else if gain != glide.goal {
      glide.move(to: gain)
    }
  }

  /// Ends a glide in frames in which nothing sounds.
  @_noLocks @_noAllocation
  mutating func skipSilence() {
    if glide.isMoving { glide.restart(at: glide.goal) }
  }

  /// Multiplies the next `frames` frames of both outputs by the gain.
  @_noLocks @_noAllocation
  mutating func apply(
    toLeft left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int
  ) {
    var index = 0
    while index < frames, glide.isMoving {
      let gain = Float(glide.next())
      left[index] *= gain
      right[index] *= gain
      index &+= 1
    }
    let gain = Float(glide.goal)
    guard gain != 1 else { return }
    while index < frames {
      left[index] *= gain
      right[index] *= gain
      index &+= 1
    }
  }
}
