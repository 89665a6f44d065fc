import Foundation

/// The series of frequencies that a note's partials follow: f_n = n·f₀·√(1 + B·n²), the law of a
/// stiff string (Fletcher, J. Acoust. Soc. Am. 36, 1964); B is 0 for blown, bowed and sung notes.
///
/// The pitch of a note is the frequency of its first partial, f₁ = f₀·√(1 + B), not f₀: no partial
/// has that frequency, which a string would have without its stiffness, 866·B cents lower: 0.3 cents at
/// C4 of the piano of FluidR3, and 1.6 at C6.
struct StretchedSeries {
  /// What a partial contributes to the series.
  struct Point {
    let number: Int
    let hertz: Double
    /// The mean of the amplitude's square.
    let power: Double

    /// The fundamental according to this partial alone, if the series were harmonic.
    fileprivate var each: Double { hertz / Double(number) }
    fileprivate var weight: Double { Double(number * number) * power }
  }

  /// The frequency of the first partial, in hertz.
  let fundamental: Double
  /// Fletcher's B.
  let inharmonicity: Double
  /// The weighted scatter of the partials about the law, in cents.
  let scatter: Double
  /// The effective number of partials, by their weights.
  let effectiveCount: Double

  /// Less stretch than this is inaudible and cannot be distinguished from scatter.
  private static let leastInharmonicity = 2e-6

  /// Three partials are on some line in any case: so few are stretched only if they are apart by
  /// more than this, in cents.
  private static let stretchOfThree = 1.0

  /// Partials further from the middle than this, in cents, belong to something else.
  private static let outlier = 60.0

  /// The law through some partials; `nil` without any.
  ///
  /// All partials determine the fundamental, each with the weight (number × amplitude)²: the most
  /// likely one if every partial is known as well as its level allows (Goldstein, J. Acoust. Soc.
  /// Am. 54, 1973). If they are stretched, the law first takes each to where it would be in the
  /// harmonic series on the first partial. So the result is the frequency of the first partial
  /// itself if that is the strongest by far, as in the treble of a piano; in the bass, where a
  /// soundboard pulls the first partial by some cents and listeners follow the higher ones, it is
  /// where these say that it is.
  init?(_ points: [Point], mayBeStretched: Bool) {
    guard let middle = Self.weightedMedian(points) else { return nil }
    let near = points.filter { abs(1200 * log2($0.each / middle)) < Self.outlier }
    let total = near.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    let harmonic = near.reduce(0) { $0 + $1.weight * $1.each } / total
    let squares = near.reduce(0) { $0 + $1.weight * $1.weight }
    effectiveCount = total * total / squares
    let scatter = Self.scatter(near) { _ in harmonic }
    let isEnough = near.count >= 4 || (near.count == 3 && scatter > Self.stretchOfThree)
    if mayBeStretched, isEnough, scatter > 0.02, let law = Law(near),
      law.inharmonicity > Self.leastInharmonicity, law.scatter < 0.6 * scatter
    {
      (fundamental, inharmonicity) = (law.fundamental, law.inharmonicity)
      self.scatter = law.scatter
      return
    }
    (fundamental, inharmonicity) = (harmonic, 0)
    self.scatter = scatter
  }

  /// The frequency of partial `number` relative to its place in the harmonic series on the first.
  func stretch(of number: Int) -> Double { Self.stretch(of: number, inharmonicity) }

  fileprivate static func stretch(of number: Int, _ inharmonicity: Double) -> Double {
    ((1 + inharmonicity * Double(number * number)) / (1 + inharmonicity)).squareRoot()
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

  fileprivate static func scatter(_ points: [Point], about law: (Int) -> Double) -> Double {
    var (sum, total) = (0.0, 0.0)
    for point in points {
      let cents = 1200 * log2(point.each / law(point.number))
      sum += point.weight * cents * cents
      total += point.weight
    }
    return (sum / total).squareRoot()
  }
}

/// The law through stretched partials.
private struct Law {
  /// The frequency of the first partial, in hertz.
  let fundamental: Double
  let inharmonicity: Double
  /// The weighted scatter of the partials about it, in cents.
  let scatter: Double

  /// A partial is a stray, a peak of noise or of another string, if it is further from the law of
  /// the others than this, in cents, and than several times their median distance.
  private static let stray = (cents: 8.0, medians: 3.0)

  /// `nil` if the partials are not stretched.
  init?(_ points: [StretchedSeries.Point]) {
    var law = Law(through: points)
    var kept = points
    while kept.count > max(4, 2 * points.count / 3) {
      // One at a time: a stray bends the law away from the others.
      let others = kept.indices.compactMap { index -> (index: Int, law: Law)? in
        var others = kept
        others.remove(at: index)
        return Law(through: others).map { (index, $0) }
      }
      guard let best = others.min(by: { $0.law.scatter < $1.law.scatter }) else { break }
      let distances = kept.map { abs(best.law.distance(of: $0)) }
      let limit = max(Self.stray.cents, Self.stray.medians * distances.sorted()[kept.count / 2])
      guard distances[best.index] > limit else { break }
      kept.remove(at: best.index)
      law = best.law
    }
    guard let law else { return nil }
    self = law
  }

  private init?(through points: [StretchedSeries.Point]) {
    guard let inharmonicity = Self.stretch(of: points) else { return nil }
    let total = points.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    let fundamental =
      points.reduce(0) {
        $0 + $1.weight * $1.each / StretchedSeries.stretch(of: $1.number, inharmonicity)
      } / total
    self.fundamental = fundamental
    self.inharmonicity = inharmonicity
    scatter = StretchedSeries.scatter(points) {
      fundamental * StretchedSeries.stretch(of: $0, inharmonicity)
    }
  }

  /// In cents.
  private func distance(of point: StretchedSeries.Point) -> Double {
    let place = fundamental * StretchedSeries.stretch(of: point.number, inharmonicity)
    return 1200 * log2(point.each / place)
  }

  /// (f_n / n)² = f₀² + f₀²·B·n²: a line in n², weighted by level alone, because the high partials
  /// determine the stretch best through their positions.
  ///
  /// - Returns: B; `nil` if the partials are not stretched.
  private static func stretch(of points: [StretchedSeries.Point]) -> Double? {
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
    return slope / constant
  }
}
