import Foundation
import Music

nonisolated enum StandardNormal {
  /// The quantile of ¾: it makes a threshold the offset that is recognized in three of four cases.
  static let upperQuartile = 0.674_489_750_196_081_7

  /// The quantile of .95: half the width of a central 90 % interval.
  static let upperTwentieth = 1.644_853_626_951_472_2

  /// Φ, the probability of a smaller number.
  static func cumulative(_ z: Double) -> Double { 0.5 * erfc(-z * 0.5.squareRoot()) }

  /// φ, the density.
  static func density(_ z: Double) -> Double { exp(-0.5 * z * z) / (2 * Double.pi).squareRoot() }
}

/// The points at which a normal distribution is summed: −4, −3.5 … 4 standard deviations, weighted
/// by their density.
nonisolated enum NormalNodes {
  static let spacing = 0.5
  static let positions: [Double] = (-8...8).map { spacing * Double($0) }

  /// The weights; their sum is 1.
  static let weights: [Double] = {
    let densities = positions.map { exp(-$0 * $0 / 2) }
    let sum = densities.reduce(0, +)
    return densities.map { $0 / sum }
  }()
}

/// A weighted mixture of normal distributions.
nonisolated struct NormalMixture: Sendable {
  struct Component: Sendable {
    let weight: Double
    let mean: Double
    let deviation: Double
  }

  /// The components; their weights sum to 1.
  let components: [Component]

  /// - Parameters:
  ///   - weights: their sum is 1.
  ///   - moments: the mean and the variance of each component.
  init(_ weights: [Double], _ moments: [(mean: Double, variance: Double)]) {
    components = zip(weights, moments).map { weight, moments in
      Component(
        weight: weight, mean: moments.mean, deviation: max(moments.variance, 0).squareRoot())
    }
  }

  var mean: Double { components.reduce(0) { $0 + $1.weight * $1.mean } }

  /// The probability of a smaller number.
  func cumulative(_ value: Double) -> Double {
    components.reduce(0) { sum, part in
      sum + part.weight * StandardNormal.cumulative((value - part.mean) / part.deviation)
    }
  }

  /// The number below which a value lies with that probability, found by 60 bisections between
  /// eight standard deviations to either side.
  func quantile(_ probability: Double) -> Double {
    var low = components.map { $0.mean - 8 * $0.deviation }.min() ?? 0
    var high = components.map { $0.mean + 8 * $0.deviation }.max() ?? 0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if cumulative(middle) < probability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The exponential of the mean, with its central 90 % interval, in cents.
  var exponential: CentsEstimate {
    CentsEstimate(
      value: Cents(exp(mean)), low: Cents(exp(quantile(0.05))), high: Cents(exp(quantile(0.95))))
  }

  /// The mean with its central 90 % interval, in cents.
  var plain: CentsEstimate {
    CentsEstimate(value: Cents(mean), low: Cents(quantile(0.05)), high: Cents(quantile(0.95)))
  }
}

/// A figure in cents with the interval that contains the truth with a probability of 90 %.
public nonisolated struct CentsEstimate: Hashable, Sendable {
  public let value: Cents
  public let low: Cents
  public let high: Cents

  public init(value: Cents, low: Cents, high: Cents) {
    self.value = value
    self.low = low
    self.high = high
  }

  init(_ value: Double, plusMinus reach: Double) {
    self.init(value: Cents(value), low: Cents(value - reach), high: Cents(value + reach))
  }
}

nonisolated extension Sequence<Double> {
  /// The middle value, or the mean of the middle two; `nil` without values.
  func median() -> Double? {
    let ordered = sorted()
    guard !ordered.isEmpty else { return nil }
    let middle = ordered.count / 2
    return ordered.count.isMultiple(of: 2)
      ? (ordered[middle - 1] + ordered[middle]) / 2 : ordered[middle]
  }
}

/// Student's t distribution with a whole number of degrees of freedom (Abramowitz and Stegun,
/// "Handbook of Mathematical Functions", 1964, 26.7.3 and 26.7.4).
nonisolated struct StudentDistribution: Hashable, Sendable {
  let degrees: Int

  /// - Precondition: `degrees` is positive.
  init(degrees: Int) {
    precondition(degrees > 0, "a t distribution has at least one degree of freedom")
    self.degrees = degrees
  }

  /// The probability of a number that is at least as far from 0. O(degrees).
  func twoSided(_ t: Double) -> Double { max(0, 1 - within(t.magnitude)) }

  /// The number below which a value lies with that probability, by bisection.
  ///
  /// - Parameter probability: 0.5…0.9999.
  func quantile(_ probability: Double) -> Double {
    // With one degree of freedom, 3200 is the quantile of .9999.
    var (low, high) = (0.0, 3200.0)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if (1 + within(middle)) / 2 < probability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// A(t|ν), the probability of a number within ±t.
  private func within(_ t: Double) -> Double {
    let angle = atan(t / Double(degrees).squareRoot())
    let (sine, cosine) = (sin(angle), cos(angle))
    let isOdd = !degrees.isMultiple(of: 2)
    if degrees == 1 { return 2 * angle / .pi }
    var term = isOdd ? cosine : 1
    var sum = term
    var factor = isOdd ? 2.0 : 1.0
    while Int(factor) <= degrees - 3 {
      term *= cosine * cosine * factor / (factor + 1)
      sum += term
      factor += 2
    }
    return isOdd ? 2 / .pi * (angle + sine * sum) : sine * sum
  }
}

/// The range of a share, given a number of successes in a number of trials.
nonisolated enum BinomialProportion {
  /// The exact central 90 % interval of the share (Clopper and Pearson, "The Use of Confidence or
  /// Fiducial Limits Illustrated in the Case of the Binomial", 1934).
  ///
  /// - Parameter successes: 0…`trials`.
  static func interval(successes: Int, of trials: Int) -> ClosedRange<Double> {
    guard trials > 0 else { return 0...1 }
    let low =
      successes <= 0
      ? 0
      : solve { share in
        // The probability of at least as many successes.
        incompleteBeta(share, Double(successes), Double(trials - successes + 1)) < 0.05
      }
    let high =
      successes >= trials
      ? 1
      : solve { share in
        // One minus the probability of at most as many.
        incompleteBeta(share, Double(successes + 1), Double(trials - successes)) < 0.95
      }
    return min(low, high)...max(low, high)
  }

  /// The binomial distribution function.
  ///
  /// - Parameter share: the probability of a success.
  static func probability(ofAtMost successes: Int, of trials: Int, share: Double) -> Double {
    if successes < 0 { return 0 }
    if successes >= trials { return 1 }
    return 1 - incompleteBeta(share, Double(successes + 1), Double(trials - successes))
  }

  /// The share at which a condition that holds for small shares ends.
  private static func solve(_ isTooSmall: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if isTooSmall(middle) { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// I_x(a, b), the regularized incomplete beta function, by its continued fraction (Abramowitz and
  /// Stegun, "Handbook of Mathematical Functions", 1964, 26.5.8, evaluated after Lentz, 1976).
  private static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    // The fraction converges quickly on this side of the mean only.
    if x > (a + 1) / (a + b + 2) { return 1 - incompleteBeta(1 - x, b, a) }
    let front = exp(
      lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    func nonzero(_ value: Double) -> Double { value.magnitude < 1e-300 ? 1e-300 : value }
    var c = 1.0
    var d = 1 / nonzero(1 - (a + b) * x / (a + 1))
    var fraction = d
    for step in 1...10_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / nonzero(1 + even * d)
      c = nonzero(1 + even / c)
      fraction *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / nonzero(1 + odd * d)
      c = nonzero(1 + odd / c)
      fraction *= d * c
      if (d * c - 1).magnitude < 1e-14 { break }
    }
    return front * fraction / a
  }
}

/// Mean and standard deviation of a stream of numbers, in one pass and without loss of precision.
///
/// B. P. Welford, "Note on a Method for Calculating Corrected Sums of Squares and Products",
/// Technometrics 4 (1962), 419–420. O(1) for each number.
public nonisolated struct Welford: Hashable, Sendable {
  public private(set) var count = 0
  private var runningMean = 0.0

  /// The sum of the squared distances from the mean.
  private var squares = 0.0

  public init() {}

  public init(_ values: some Sequence<Double>) {
    for value in values { add(value) }
  }

  public mutating func add(_ value: Double) {
    count += 1
    let distance = value - runningMean
    runningMean += distance / Double(count)
    squares += distance * (value - runningMean)
  }

  /// The statistics of the numbers of both (Chan, Golub and LeVeque, "Updating Formulae and a
  /// Pairwise Algorithm for Computing Sample Variances", 1979).
  func joined(with other: Welford) -> Welford {
    guard count > 0, other.count > 0 else { return count > 0 ? self : other }
    var whole = self
    whole.count += other.count
    let distance = other.runningMean - runningMean
    let share = Double(other.count) / Double(whole.count)
    whole.runningMean += distance * share
    whole.squares += other.squares + distance * distance * Double(count) * share
    return whole
  }

  /// `nil` if there is no number yet.
  public var mean: Double? { count > 0 ? runningMean : nil }

  /// The sample standard deviation (n − 1); `nil` below two numbers.
  public var standardDeviation: Double? {
    count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
  }
}
