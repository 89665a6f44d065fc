import Foundation

/// How something changed over the last trials, and whether that is more than chance.
public nonisolated struct TestedChange: Hashable, Sendable {
  public let trend: TestedTrend

  /// The change per 1000 trials, negative where it is for the better: of a threshold and of a spread
  /// as a share of what it was (−0.3: 30 % smaller), of a bias in cents.
  public let change: Double

  /// The interval that holds the true change with a probability of 90 %.
  public let low: Double
  public let high: Double

  /// How many trials that rests on.
  public let trials: Int
}

nonisolated extension TestedChange {
  /// Fewer trials are too few for a test that counts on large numbers.
  public static let minimumTrials = 20

  /// How many standard deviations away from "no change" is evidence.
  ///
  /// 1.645 would call 5 % of those who never change improving, and 5 % declining, if the trials were
  /// chosen without regard to the answers. A strategy that follows the answers shifts the test by up to
  /// 0.3; 2 keeps both below 5 % (measured: `peach-bench science`).
  static let evidence = 2.0

  /// - Parameters:
  ///   - statistic: the test's, in standard deviations; negative is for the better.
  ///   - estimate: the change on the scale on which it was estimated.
  ///   - error: the standard error of the estimate.
  ///   - transform: from that scale to the one that is shown; increasing.
  init(
    statistic: Double, estimate: Double, error: Double, trials: Int,
    transform: (Double) -> Double = { $0 }
  ) {
    trend =
      if statistic <= -Self.evidence {
        .improving
      } else if statistic >= Self.evidence {
        .declining
      } else {
        .noClearChange
      }
    let reach = ThresholdMap.intervalWidth * error
    change = transform(estimate)
    low = transform(estimate - reach)
    high = transform(estimate + reach)
    self.trials = trials
  }

  /// From the change of a logarithm to the change as a share.
  static func share(_ logarithm: Double) -> Double { exp(logarithm) - 1 }
}
