import Foundation
import Training

/// Where a training is heading, as the user reads it.
enum TrendText {
  /// The later half against the earlier one.
  static func halves(_ trend: ProfileSnapshot.TrendSummary?) -> String {
    guard let trend else { return tooFew(TrendSeries.minimumCount) }
    return "\(percent(trend.change)) (\(trend.trend.rawValue))"
  }

  /// A tested change of a share.
  static func share(_ change: TestedChange?) -> String {
    tested(change) { percent($0) }
  }

  /// A tested change in cents.
  static func cents(_ change: TestedChange?) -> String {
    tested(change) { String(format: "%+.1f cents", $0) }
  }

  /// The verdict alone.
  static func word(_ trend: TestedTrend) -> String {
    switch trend {
    case .improving: "improving"
    case .declining: "declining"
    case .noClearChange: "no clear change"
    }
  }

  private static func tested(_ change: TestedChange?, _ amount: (Double) -> String) -> String {
    guard let change else { return tooFew(TestedChange.minimumTrials) }
    let size = """
      \(amount(change.change)) in 1000 trials (90 %: \(amount(change.low)) to \
      \(amount(change.high)))
      """
    return switch change.trend {
    case .improving: "improving, \(size)"
    case .declining: "declining, \(size)"
    case .noClearChange: "no clear change: \(size)"
    }
  }

  private static func tooFew(_ minimum: Int) -> String { "too few to say (from \(minimum) on)" }

  /// Beyond tenfold nobody reads a figure, and a few trials may say anything.
  private static func percent(_ share: Double) -> String {
    share < 10 ? String(format: "%+.0f %%", share * 100) : "over +1000 %"
  }
}
