/// The level of everything that sounds: one gain over the whole mix, which glides to another value
/// without a click.
///
/// A glide takes as long as a note's fade. A change by 1 dB, as often as a key repeats or a
/// control is turned, stays below −109 dB at every pitch, measured as the step that would sound alike.
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

  /// Sets the gain, a linear one.
  ///
  /// - Parameter isSilent: whether nothing sounds. The gain then jumps, so that the next note has it
  ///   from its first frame on.
  @_noLocks @_noAllocation
  mutating func set(_ gain: Double, isSilent: Bool) {
    if isSilent {
      glide.restart(at: gain)
    } else if gain != glide.goal {
      glide.move(to: gain)
    }
  }

  /// Lets frames pass in which nothing sounds: a glide that is under way is over.
  @_noLocks @_noAllocation
  mutating func skipSilence() {
    if glide.isMoving { glide.restart(at: glide.goal) }
  }

  /// Multiplies the next `frames` frames of both outputs with the gain.
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
