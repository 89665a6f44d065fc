import Foundation
import Music

/// The standard normal distribution.
nonisolated enum StandardNormal {
  /// The quantile of ¾: it makes a threshold the offset that is told right three times in four.
  static let upperQuartile = 0.674_489_750_196_081_7

  /// The quantile of .95: half the width of a central 90 % interval.
  static let upperTwentieth = 1.644_853_626_951_472_2

  /// Φ, the probability of a smaller number.
  static func cumulative(_ z: Double) -> Double { 0.5 * erfc(-z * 0.5.squareRoot()) }

  /// φ, the density.
  static func density(_ z: Double) -> Double { exp(-0.5 * z * z) / (2 * Double.pi).squareRoot() }
}

/// The points at which a normal distribution is summed: −4, −3.5 … 4 standard deviations, each
/// weighing as its density does.
nonisolated enum NormalNodes {
  static let spacing = 0.5
  static let positions: [Double] = (-8...8).map { spacing * Double($0) }

  /// Their sum is 1.
  static let weights: [Double] = {
    let densities = positions.map { exp(-$0 * $0 / 2) }
    let sum = densities.reduce(0, +)
    return densities.map { $0 / sum }
  }()
}

/// Several normal distributions, each believed in as much as it weighs.
nonisolated struct NormalMixture: Sendable {
  struct Component: Sendable {
    let weight: Double
    let mean: Double
    let deviation: Double
  }

  /// Their weights sum to 1.
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

  /// The mean, with its central 90 % interval, of what this is the logarithm of, in cents.
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
  /// The middle value; of an even number of values the mean of the middle two; `nil` of none.
  func median() -> Double? {
    let ordered = sorted()
    guard !ordered.isEmpty else { return nil }
    let middle = ordered.count / 2
    return ordered.count.isMultiple(of: 2)
      ? (ordered[middle - 1] + ordered[middle]) / 2 : ordered[middle]
  }
}
