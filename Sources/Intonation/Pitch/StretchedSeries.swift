import Foundation

/// The series of frequencies that a note's partials follow: f_n = n·f₀·√(1 + B·n²), the law of a
/// stiff string (Fletcher, J. Acoust. Soc. Am. 36, 1964); B is 0 for blown, bowed and sung notes.
struct StretchedSeries {
  /// What a partial contributes to the series.
  struct Point {
    let number: Int
    let hertz: Double
    /// The mean of the amplitude's square.
    let power: Double

    /// The fundamental according to this partial alone.
    fileprivate var each: Double { hertz / Double(number) }
    fileprivate var weight: Double { Double(number * number) * power }
  }

  /// In hertz.
  let fundamental: Double
  let inharmonicity: Double
  /// The weighted scatter of the partials about the law, in cents.
  let scatter: Double
  /// The effective number of partials, by their weights.
  let effectiveCount: Double

  /// Less stretch than this is inaudible and cannot be distinguished from scatter.
  private static let leastInharmonicity = 2e-6

  /// Partials further from the middle than this, in cents, belong to something else.
  private static let outlier = 60.0

  /// The law through some partials; `nil` without any.
  ///
  /// The fundamental of a harmonic series joins its partials with the weights (number ×
  /// amplitude)²: the most likely one if every partial is known as well as its level allows
  /// (Goldstein, J. Acoust. Soc. Am. 54, 1973). If the partials are stretched, it is the f₀ of the
  /// law. Listeners hear a piano's notes 1 to 2 cents above that, like the partials of the dominant
  /// region. B·n² is about the same there on the whole keyboard, so intervals do not change, and f₀
  /// does not depend on the momentary levels of the partials.
  init?(_ points: [Point], mayBeStretched: Bool) {
    guard let middle = Self.weightedMedian(points) else { return nil }
    let near = points.filter { abs(1200 * log2($0.each / middle)) < Self.outlier }
    let total = near.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    let harmonic = near.reduce(0) { $0 + $1.weight * $1.each } / total
    let squares = near.reduce(0) { $0 + $1.weight * $1.weight }
    effectiveCount = total * total / squares
    let scatter = Self.scatter(near) { _ in harmonic }
    if mayBeStretched, near.count >= 4, scatter > 0.02, let law = Self.stretched(near) {
      let stretchedScatter = Self.scatter(near) { number in
        law.fundamental * (1 + law.inharmonicity * Double(number * number)).squareRoot()
      }
      if law.inharmonicity > Self.leastInharmonicity, stretchedScatter < 0.6 * scatter {
        (fundamental, inharmonicity) = law
        self.scatter = stretchedScatter
        return
      }
    }
    (fundamental, inharmonicity) = (harmonic, 0)
    self.scatter = scatter
  }

  /// The frequency of partial `number` relative to its place in a harmonic series.
  func stretch(of number: Int) -> Double {
    (1 + inharmonicity * Double(number * number)).squareRoot()
  }

  private static func weightedMedian(_ points: [Point]) -> Double? {
    let sorted = points.sorted { $0.each < $1.each }
    let half = sorted.reduce(0) { $0 + $1.weight } / 2
    guard half > 0 else { return nil }
    var sum = 0.0
    return sorted.first { point in
      sum += point.weight
      return sum >= half
    }?.each
  }

  private static func scatter(_ points: [Point], about law: (Int) -> Double) -> Double {
    var (sum, total) = (0.0, 0.0)
    for point in points {
      let cents = 1200 * log2(point.each / law(point.number))
      sum += point.weight * cents * cents
      total += point.weight
    }
    return (sum / total).squareRoot()
  }

  /// (f_n / n)² = f₀² + f₀²·B·n²: a line in n², weighted by level alone, because the high partials
  /// determine the stretch best through their positions.
  private static func stretched(
    _ points: [Point]
  ) -> (fundamental: Double, inharmonicity: Double)? {
    var (weight, x, y) = (0.0, 0.0, 0.0)
    for point in points {
      let level = point.power.squareRoot()
      weight += level
      x += level * Double(point.number * point.number)
      y += level * point.each * point.each
    }
    (x, y) = (x / weight, y / weight)
    var (xx, xy) = (0.0, 0.0)
    for point in points {
      let level = point.power.squareRoot()
      let offset = Double(point.number * point.number) - x
      xx += level * offset * offset
      xy += level * offset * (point.each * point.each - y)
    }
    guard xx > 0 else { return nil }
    let slope = xy / xx
    let constant = y - slope * x
    guard slope > 0, constant > 0 else { return nil }
    return (constant.squareRoot(), slope / constant)
  }
}
