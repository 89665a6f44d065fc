/// A looped sample, laid out as SoundFont 2.04 (section 7.10) requires: a cycle, or a recording that
/// ends in a loop.
struct Sample {
  /// How many points after the loop continue it, and at least how many before it, so that an
  /// interpolator sees no edge.
  static let guardPoints = 8

  /// Zeros that follow each sample in the file.
  static let silentPoints = 46

  /// Points a second of every cycle: 16 384 times 13.75 Hz.
  private static let cycleRate: UInt32 = 225_280

  /// Points a second at which it sounds as ``rootKey``.
  let rate: UInt32

  /// The MIDI key of the sample at its own rate: an A, with a cycle of 16 384 points that of 13.75
  /// Hz = 440 Hz / 2⁵, with half as many an octave higher.
  let rootKey: UInt8

  /// At most 20 characters of ASCII.
  let name: String

  /// Guard or attack, loop, guard: 24-bit points.
  let points: [Int32]

  private let lead: Int

  /// - Parameters:
  ///   - lead: how many points come before the loop, `guardPoints` or more.
  ///   - repetitions: how often the sample contains the cycle, 1 or more.
  init(name: String, cycle: Cycle, lead: Int = guardPoints, repetitions: Int = 1) {
    self.name = name
    self.lead = lead
    rate = Self.cycleRate
    rootKey = UInt8(9 + 12 * (14 - cycle.points.count.trailingZeroBitCount))
    points =
      Array(cycle.points.suffix(lead))
      + repeatElement(cycle.points, count: repetitions).joined()
      + cycle.points.prefix(Self.guardPoints)
  }

  /// A recording.
  ///
  /// - Parameters:
  ///   - points: 24-bit points; the last `guardPoints` of them, and as many before the loop,
  ///     continue the loop.
  ///   - loopStart: where the loop begins; it ends `guardPoints` before the end.
  ///   - octave: of the root key: A in octave 0 is key 9.
  ///   - rate: points a second for the root key.
  init(name: String, points: [Int32], loopStart: Int, octave: Int, rate: UInt32) {
    self.name = name
    self.points = points
    self.rate = rate
    lead = loopStart
    rootKey = UInt8(9 + 12 * octave)
  }

  /// The same points under another name.
  init(name: String, pointsOf other: Sample) {
    self.name = name
    points = other.points
    rate = other.rate
    rootKey = other.rootKey
    lead = other.lead
  }

  /// The loop: whole cycles from the first point on. A player continues at its start when it
  /// reaches its end.
  var loop: Range<Int> { lead..<points.count - Self.guardPoints }
}

/// One cycle of a steady tone, in 24-bit points.
struct Cycle {
  /// The level of the steady tones, the root mean square with full scale as 1. A sine then peaks at
  /// -3 dB, and a reed, the tone with the highest peaks, stays below full scale.
  private static let level = 0.5

  /// Full scale of 24 bits.
  static let fullScale = 8_388_607.0

  /// A power of two of points, at most `SineTable.count`, -8 388 607…8 388 607.
  let points: [Int32]

  /// The sum of sines with these amplitudes, fundamental first, at the common level.
  init(harmonics: [Double], table: SineTable) {
    let power = harmonics.reduce(0) { $0 + $1 * $1 } / 2
    self.init(
      harmonics: harmonics, scale: Self.level / power.squareRoot(), count: SineTable.count,
      table: table)
  }

  /// The sum of sines with these amplitudes, fundamental first; full scale is 1/`scale`.
  ///
  /// - Parameter count: the number of points, a power of two, at most `SineTable.count`.
  init(harmonics: [Double], scale: Double, count: Int, table: SineTable) {
    let wave = Self.wave(harmonics: harmonics, count: count, table: table)
    var points = [Int32](repeating: 0, count: count)
    for (index, sum) in wave.enumerated() {
      let point = Int32((scale * Self.fullScale * sum).rounded())
      points[index] = point
      // In sine phase the second half of a cycle mirrors the first.
      if index > 0 { points[count - index] = -point }
    }
    self.points = points
  }

  /// The first half of a cycle, not yet rounded.
  static func wave(harmonics: [Double], count: Int, table: SineTable) -> [Double] {
    let sounding = harmonics.enumerated().filter { $0.element != 0 }
    let step = SineTable.count / count
    return (0..<count / 2).map { index in
      sounding.reduce(0.0) { $0 + $1.element * table[($1.offset + 1) * index * step] }
    }
  }
}
