import CResampler

/// Measures the delay of a strand of a note with which its fundamental is in phase with that of
/// another one.
///
/// Both are correlated with a complex exponential of the fundamental's nominal frequency, in two
/// Hann windows, one after the other (Harris 1978). The gain of the old strand's phase from the
/// first window to the second gives the deviation of the frequency; the phase between the strands
/// does not depend on it.
struct PhaseMeter: BitwiseCopyable {
  /// The cycles in a window.
  private static var cycles: Double { @_noLocks @_noAllocation get { 4 } }

  /// A turn in radians.
  private static var turn: Double { @_noLocks @_noAllocation get { 6.283_185_307_179_586 } }

  /// The blocks of a window.
  private var windowBlocks = 1
  private var blocks = 0
  private var cycleFrames = 2.0

  private var tone = Phasor()
  private var toneStep = Phasor()
  private var window = Phasor()
  private var windowStep = Phasor()

  // The windows of each strand.
  private var old = (first: Phasor(), second: Phasor())
  private var new = (first: Phasor(), second: Phasor())
  private var oldEnergy = 0.0
  private(set) var newEnergy = 0.0

  /// The number of blocks of both strands in a measurement.
  var length: Int { @_noLocks @_noAllocation get { 2 &* windowBlocks } }

  var isComplete: Bool { @_noLocks @_noAllocation get { blocks == length } }

  /// True if the new strand is at least as loud as the old one.
  var isNewLouder: Bool { @_noLocks @_noAllocation get { newEnergy >= oldEnergy } }

  /// Sets the nominal length of a cycle.
  ///
  /// - Parameter leastFrames: the shortest window.
  @_noLocks @_noAllocation
  mutating func prepare(cycleFrames: Double, leastFrames: Double) {
    self.cycleFrames = cycleFrames
    let frames = max(Self.cycles * cycleFrames, leastFrames)
    windowBlocks = 1 &+ Int(frames / Double(Strand.blockFrames))
    toneStep = Phasor(angle: Self.turn / cycleFrames)
    windowStep = Phasor(angle: Self.turn / Double(windowBlocks &* Strand.blockFrames))
  }

  @_noLocks @_noAllocation
  mutating func restart() {
    blocks = 0
    tone = Phasor(real: 1, imaginary: 0)
    old = (Phasor(), Phasor())
    new = (Phasor(), Phasor())
    oldEnergy = 0
    newEnergy = 0
  }

  /// Adds a block of each strand, interleaved and sounding at the same time. Not if ``isComplete``.
  @_noLocks @_noAllocation
  mutating func add(
    old oldBlock: UnsafePointer<Float>, new newBlock: UnsafePointer<Float>
  ) {
    let isFirst = blocks < windowBlocks
    if blocks == 0 || blocks == windowBlocks {
      // In the middle of the first frame.
      window = Phasor(angle: Self.turn / 2 / Double(windowBlocks &* Strand.blockFrames))
    }
    var (oldSum, newSum) = (Phasor(), Phasor())
    var index = 0
    while index < Strand.blockFrames {
      let oldValue = Double(oldBlock[2 &* index]) + Double(oldBlock[2 &* index &+ 1])
      let newValue = Double(newBlock[2 &* index]) + Double(newBlock[2 &* index &+ 1])
      let weight = 0.5 - 0.5 * window.real
      oldSum.add(tone, times: weight * oldValue)
      newSum.add(tone, times: weight * newValue)
      oldEnergy += oldValue * oldValue
      newEnergy += newValue * newValue
      tone.turn(by: toneStep)
      window.turn(by: windowStep)
      index &+= 1
    }
    if isFirst {
      old.first.add(oldSum, times: 1)
      new.first.add(newSum, times: 1)
    } else {
      old.second.add(oldSum, times: 1)
      new.second.add(newSum, times: 1)
    }
    blocks &+= 1
  }

  /// The delay of the new strand, from 0 to a cycle, in frames. When ``isComplete``.
  var delay: Double {
    @_noLocks @_noAllocation
    get {
      // Every sum is conjugated: `tone` turns forward.
      var between = new.first.rotation(from: old.first)
      between.add(new.second.rotation(from: old.second), times: 1)
      let gained = old.first.rotation(from: old.second).angle
      let step =
        Self.turn / cycleFrames + gained / Double(windowBlocks &* Strand.blockFrames)
      let ahead = -between.angle
      let delay = (ahead < 0 ? ahead + Self.turn : ahead) / step
      return delay < Self.turn / step ? delay : 0
    }
  }
}

/// A complex number.
private struct Phasor: BitwiseCopyable {
  private(set) var real = 0.0
  private(set) var imaginary = 0.0

  @_noLocks @_noAllocation
  init(real: Double = 0, imaginary: Double = 0) {
    self.real = real
    self.imaginary = imaginary
  }

  /// Makes a number of length 1.
  @_noLocks @_noAllocation
  init(angle: Double) {
    real = realtime_cos(angle)
    imaginary = realtime_sin(angle)
  }

  /// The angle, −π…π.
  var angle: Double { @_noLocks @_noAllocation get { realtime_atan2(imaginary, real) } }

  @_noLocks @_noAllocation
  mutating func add(_ other: Phasor, times factor: Double) {
    real += factor * other.real
    imaginary += factor * other.imaginary
  }

  /// Multiplies with `step`.
  @_noLocks @_noAllocation
  mutating func turn(by step: Phasor) {
    self = Phasor(
      real: real * step.real - imaginary * step.imaginary,
      imaginary: real * step.imaginary + imaginary * step.real)
  }

  /// The product with the conjugate of `other`: its angle is the angle from `other` to this number.
  @_noLocks @_noAllocation
  func rotation(from other: Phasor) -> Phasor {
    Phasor(
      real: real * other.real + imaginary * other.imaginary,
      imaginary: imaginary * other.real - real * other.imaginary)
  }
}
