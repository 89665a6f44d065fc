import Language
import Training

/// The direction in which a training is heading, as the user reads it.
public enum TrendText {
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
    localized("too few results yet (it takes %d)", minimum)
  }

  /// Beyond tenfold, the figure is not worth reading: a few trials may give any value.
  static func percent(_ share: Double) -> String {
    share < 10
      ? localized("%@ %%", NumberText.fixed(share * 100, places: 0, isSigned: true))
      : localized("over +1000 %%")
  }
}
