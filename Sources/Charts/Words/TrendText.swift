import Language
import Training

/// Where a training is heading, as the user reads it.
public enum TrendText {
  /// The later half against the earlier one.
  static func halves(_ trend: ProfileSnapshot.TrendSummary?) -> String {
    guard let trend else { return tooFew(TrendSeries.minimumCount) }
    let change = percent(trend.change)
    return switch trend.trend {
    case .improving: localized("%@ (improving)", change)
    case .declining: localized("%@ (declining)", change)
    case .stable: localized("%@ (stable)", change)
    }
  }

  /// A tested change of a share.
  static func share(_ change: TestedChange?) -> String {
    tested(change) { percent($0) }
  }

  /// A tested change in cents.
  static func cents(_ change: TestedChange?) -> String {
    tested(change) { localized("%@ cents", NumberText.fixed($0, places: 1, isSigned: true)) }
  }

  /// The verdict alone.
  public static func word(_ trend: TestedTrend) -> String {
    switch trend {
    case .improving: localized(context: "trend", "improving")
    case .declining: localized(context: "trend", "declining")
    case .noClearChange: localized(context: "trend", "no clear change")
    }
  }

  private static func tested(_ change: TestedChange?, _ amount: (Double) -> String) -> String {
    guard let change else { return tooFew(TestedChange.minimumTrials) }
    let size = localized(
      "%@ in 1000 trials (90 %%: %@ to %@)", amount(change.change), amount(change.low),
      amount(change.high))
    return switch change.trend {
    case .improving: localized("improving, %@", size)
    case .declining: localized("declining, %@", size)
    case .noClearChange: localized("no clear change: %@", size)
    }
  }

  private static func tooFew(_ minimum: Int) -> String {
    localized("too few to say (from %d on)", minimum)
  }

  /// Beyond tenfold nobody reads a figure, and a few trials may say anything.
  static func percent(_ share: Double) -> String {
    share < 10
      ? localized("%@ %%", NumberText.fixed(share * 100, places: 0, isSigned: true))
      : localized("over +1000 %%")
  }
}
