import Foundation

/// The series of frequencies that a note's partials follow: f_n = n·f₀·√(1 + B·n²), the law of a
/// stiff string (Fletcher, J. Acoust. Soc. Am. 36, 1964); B is 0 for blown, bowed and sung notes.
///
/// The pitch of a note is the frequency of its first partial, f₁ = f₀·√(1 + B), not f₀: no partial
/// has that frequency, which a string would have without its stiffness, 866·B cents lower: 0.3
/// cents at C4 of the piano of FluidR3, and 1.6 at C6.
struct StretchedSeries {
  /// A partial of the series.
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

  /// The least stretch that is audible and can be distinguished from scatter.
  private static let leastInharmonicity = 2e-6

  /// The least scatter in cents with which three partials, which are always near some line, count
  /// as stretched.
  private static let stretchOfThree = 1.0

  /// The largest distance from the middle of partials that belong to the note, in cents.
  private static let outlier = 60.0

  /// Fits the law to some partials; `nil` without any.
  ///
  /// All partials determine the fundamental, each with the weight (number × amplitude)²: the most
  /// likely one if every partial is known as well as its level allows (Goldstein, J. Acoust. Soc.
  /// Am. 54, 1973). If they are stretched, the law first moves each to its place in the harmonic
  /// series on the first partial. So the result is the frequency of the first partial itself if
  /// that is the strongest by far, as in the treble of a piano. In the bass, where a soundboard
  /// pulls the first partial by some cents and listeners follow the higher ones, these determine
  /// the result.
  init?(_ points: [Point], mayBeStretched: Bool) {
    guard let middle = weightedMedian(points.map { ($0.each, $0.weight) }) else { return nil }
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

/// The least value at which half of the weight is reached; `nil` without weight.
func weightedMedian(_ values: [(value: Double, weight: Double)]) -> Double? {
  let sorted = values.sorted { $0.value < $1.value }
  let half = sorted.reduce(0) { $0 + $1.weight } / 2
  guard half > 0 else { return nil }
  var sum = 0.0
  for (value, weight) in sorted {
    sum += weight
    if sum >= half { return value }
  }
  return nil
}

/// The law through stretched partials.
private struct Law {
  /// The frequency of the first partial, in hertz.
  let fundamental: Double
  let inharmonicity: Double
  /// The weighted scatter of the partials about it, in cents.
  let scatter: Double

  /// The distance in cents, and in median distances, from which on a partial is a stray: a peak of
  /// noise or of another string.
  private static let stray = (cents: 8.0, medians: 3.0)

  /// Fits the law without strays; `nil` if the partials are not stretched.
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

  /// The distance of a partial from the law, in cents.
  private func distance(of point: StretchedSeries.Point) -> Double {
    let place = fundamental * StretchedSeries.stretch(of: point.number, inharmonicity)
    return 1200 * log2(point.each / place)
  }

  /// Fletcher's B by the line (f_n / n)² = f₀² + f₀²·B·n² in n²; `nil` if the partials are not
  /// stretched. They are weighted by level alone, as the high ones determine the stretch best by
  /// their positions.
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
