/// One cycle of a steady tone, in 24-bit points.
struct Cycle {
  /// The level that all cycles share, the root of the mean square with full scale as 1. A sine
  /// then peaks at -3 dB and a reed, the most peaked of the tones, stays below full scale.
  private static let level = 0.5

  /// Full scale of 24 bits.
  private static let fullScale = 8_388_607.0

  /// `SineTable.count` points, -8 388 607…8 388 607.
  let points: [Int32]

  /// The sum of sines with these amplitudes, the fundamental first, brought to the common level.
  init(harmonics: [Double], table: SineTable) {
    let power = harmonics.reduce(0) { $0 + $1 * $1 } / 2
    let scale = Self.level * Self.fullScale / power.squareRoot()
    let sounding = harmonics.enumerated().filter { $0.element != 0 }
    let half = SineTable.count / 2
    // In sine phase the second half of a cycle mirrors the first.
    var points = [Int32](repeating: 0, count: SineTable.count)
    for index in 1..<half {
      let sum = sounding.reduce(0.0) { $0 + $1.element * table[($1.offset + 1) * index] }
      let point = Int32((scale * sum).rounded())
      points[index] = point
      points[SineTable.count - index] = -point
    }
    self.points = points
  }
}
