/// The sine at every point of a cycle, the same bits on every machine.
///
/// A library's sine may differ in the last bit from one machine to the next. This one needs
/// additions, products and square roots only, which IEEE 754 rounds in one way.
struct SineTable {
  /// Points in a cycle: a power of two, so that halving a quarter turn ends at one point.
  static let count = 16_384

  /// Sines of 2π·index/`count`. The second half mirrors the first exactly, so that a sum of
  /// sines has no offset at all.
  private let values: [Double]

  init() {
    let half = Self.count / 2
    let quarter = Self.count / 4
    var values = [Double](repeating: 0, count: Self.count)
    for index in 0...quarter {
      let sine = Self.rotation(byPoints: index).sine
      values[index] = sine
      values[half - index] = sine
    }
    for index in 1..<half {
      values[half + index] = -values[index]
    }
    values[0] = 0
    values[half] = 0
    values[quarter] = 1
    values[half + quarter] = -1
    self.values = values
  }

  /// The sine of `point`/`count` of a turn; any number of turns.
  subscript(point: Int) -> Double { values[point & (Self.count - 1)] }

  /// Cosine and sine of an angle from nothing to a quarter turn, put together from quarter
  /// turns halved again and again: cos(x/2) = √((1 + cos x)/2), sin(x/2) = sin x/(2·cos(x/2)).
  private static func rotation(byPoints points: Int) -> (cosine: Double, sine: Double) {
    var sum = (cosine: 1.0, sine: 0.0)
    var part = (cosine: 0.0, sine: 1.0)
    var partPoints = count / 4
    while partPoints >= 1 {
      if points & partPoints != 0 {
        sum = (
          sum.cosine * part.cosine - sum.sine * part.sine,
          sum.sine * part.cosine + sum.cosine * part.sine
        )
      }
      let cosine = ((1 + part.cosine) / 2).squareRoot()
      part = (cosine, part.sine / (2 * cosine))
      partPoints /= 2
    }
    return sum
  }
}
