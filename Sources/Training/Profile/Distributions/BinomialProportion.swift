import Foundation

/// The range of a share of which some successes in a number of trials were seen.
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
