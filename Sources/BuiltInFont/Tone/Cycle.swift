/// One cycle of a steady tone, in 24-bit points.
struct Cycle {
  /// The level that the steady tones share, the root of the mean square with full scale as 1. A sine
  /// then peaks at -3 dB and a reed, the most peaked of the tones, stays below full scale.
  private static let level = 0.5

  /// Full scale of 24 bits.
  private static let fullScale = 8_388_607.0

  /// A power of two of points, at most `SineTable.count`, -8 388 607…8 388 607.
  let points: [Int32]

  /// The sum of sines with these amplitudes, the fundamental first, brought to the common level.
  init(harmonics: [Double], table: SineTable) {
    let power = harmonics.reduce(0) { $0 + $1 * $1 } / 2
    self.init(
      harmonics: harmonics, scale: Self.level / power.squareRoot(), count: SineTable.count,
      table: table)
  }

  /// The sum of sines with these amplitudes, the fundamental first, full scale being 1/`scale`.
  ///
  /// - Parameter count: how many points, a power of two, at most `SineTable.count`.
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

  /// The first half of a cycle, before it is rounded.
  static func wave(harmonics: [Double], count: Int, table: SineTable) -> [Double] {
    let sounding = harmonics.enumerated().filter { $0.element != 0 }
    let step = SineTable.count / count
    return (0..<count / 2).map { index in
      sounding.reduce(0.0) { $0 + $1.element * table[($1.offset + 1) * index * step] }
    }
  }
}
