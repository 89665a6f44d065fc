import Foundation

/// How a quantity changed over the last trials, and whether that is more than chance.
public nonisolated struct TestedChange: Hashable, Sendable {
  public let trend: TestedTrend

  /// The change per 1000 trials; negative is an improvement. Of a threshold and of a spread it is a
  /// share of the earlier value (−0.3: 30 % smaller), of a bias it is in cents.
  public let change: Double

  /// The interval that contains the true change with a probability of 90 %.
  public let low: Double
  public let high: Double

  /// The number of trials that this rests on.
  public let trials: Int
}

nonisolated extension TestedChange {
  /// Fewer trials are too few for a test that relies on large numbers.
  public static let minimumTrials = 20

  /// How many standard deviations away from "no change" count as evidence.
  ///
  /// 1.645 would report 5 % of the users who never change as improving, and 5 % as declining, if
  /// the trials were chosen without regard to the answers. A strategy that follows the answers
  /// shifts the test by up to 0.3; 2 keeps both below 5 % (measured: `peach-bench science`).
  static let evidence = 2.0

  /// Half the width of a central 90 % interval, in standard deviations.
  private static let intervalWidth = 1.645

  /// - Parameters:
  ///   - statistic: that of the test, in standard deviations; negative is an improvement.
  ///   - estimate: the change, on the scale on which it was estimated.
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
    let reach = Self.intervalWidth * error
    change = transform(estimate)
    low = transform(estimate - reach)
    high = transform(estimate + reach)
    self.trials = trials
  }

  /// The change as a share, from the change of a logarithm.
  static func share(_ logarithm: Double) -> Double { exp(logarithm) - 1 }
}

/// The direction in which a training is heading, as far as there is evidence.
public nonisolated enum TestedTrend: String, CaseIterable, Sendable {
  case improving
  case declining
  case noClearChange
}

/// The last trials of a training, in order of time. Older ones are dropped, so its size does not
/// grow with the history.
nonisolated struct RecentTrials<Trial> {
  /// About a month of daily training: long enough to see a slow change, short enough to describe
  /// the user's present hearing.
  static var capacity: Int { 4000 }

  private var trials: [Trial] = []

  /// The index of the oldest trial once the capacity is reached.
  private var oldest = 0

  var count: Int { trials.count }

  /// Adds a trial. O(1).
  mutating func add(_ trial: Trial) {
    guard trials.count == Self.capacity else { return trials.append(trial) }
    trials[oldest] = trial
    oldest = (oldest + 1) % Self.capacity
  }

  /// From the oldest to the newest.
  var inOrder: [Trial] { Array(trials[oldest...] + trials[..<oldest]) }

  /// The time of a trial in thousands of trials, counted from the middle of these.
  func time(of index: Int) -> Double { (Double(index) - Double(count - 1) / 2) / 1000 }
}

nonisolated extension RecentTrials: Equatable where Trial: Equatable {}
nonisolated extension RecentTrials: Sendable where Trial: Sendable {}
