import Foundation
import Music
import Training

/// What the plots of pitch matching, of activity and of trends say.
extension ReportText {
  static let errorsHeading = "How far off you tune"

  static func errors(_: TrainingKind, bias: Cents, spread: Cents?) -> String {
    let size = centsOf(Cents(bias.magnitude))
    guard let spread else {
      return bias.rawValue < 0
        ? "Your only note ended \(size) flat." : "Your only note ended \(size) sharp."
    }
    return bias.rawValue < 0
      ? """
      On average you end \(size) flat, and about two notes in three end within \(centsOf(spread)) of that.
      """
      : """
      On average you end \(size) sharp, and about two notes in three end within \(centsOf(spread)) of that.
      """
  }

  static func errorsDescription(_ histogram: ErrorHistogram) -> String {
    let bars = """
      Bars count the matchings by their error, \(NumberAxis.text(histogram.barWidth)) cents to a bar; \
      flat is left of the line at 0, sharp is right. Over them a dot shows the mean error, the bias, and \
      a line one standard deviation to either side, the spread.
      """
    let left = histogram.flatter + histogram.sharper
    guard left > 0 else { return bars }
    return "\(bars) Not drawn: \(left) further off than \(NumberAxis.text(histogram.reach)) cents."
  }

  static func biasLabel(_ bias: Cents) -> String { "mean error \(signedCents(bias)) cents" }

  static let errorsCaption = "Matchings by their error, in cents"
  static let errorsColumns = ["From", "To below", "Matchings"]

  static let errorDaysHeading = "Tuning by day"

  static func errorDays(
    _ day: Date, bias: Cents, spread: Cents?, period: ReportPeriod, in calendar: Calendar
  ) -> String {
    let last = date(day, period, in: calendar)
    guard let spread else { return "Last, on \(last): mean error \(signedCents(bias)) cents." }
    return "Last, on \(last): mean error \(signedCents(bias)) cents, spread \(centsOf(spread))."
  }

  static func errorDaysDescription(_ period: ReportPeriod) -> String {
    """
    A dot for each \(name(of: period)) of training shows the mean error in cents, the \
    bias; a line shows one standard deviation to either side, the spread. The line at 0 is in tune.
    """
  }

  static let errorDaysCaption = "Bias and spread, in cents"

  static func errorDaysColumns(_ period: ReportPeriod) -> [String] {
    [column(of: period), "Matchings", "Bias", "Spread"]
  }

  static let activityHeading = "Training by day"

  static func activity(
    days: Int, from first: Date, to last: Date, comparisons: Int, matchings: Int,
    in calendar: Calendar
  ) -> String {
    let counts = DataText.counts(StoredCounts(comparisons: comparisons, matchings: matchings))
    guard days > 1 else { return "\(counts) on \(DateText.full(first, in: calendar))." }
    return """
      \(counts) on \(Self.days(days)) from \(DateText.full(first, in: calendar)) to \
      \(DateText.full(last, in: calendar)).
      """
  }

  static func activityDescription(_ period: ReportPeriod) -> String {
    """
    A bar for each \(name(of: period)): upwards the comparisons, downwards the pitch \
    matchings.
    """
  }

  static let activityCaption = "Results by date"

  static func activityColumns(_ period: ReportPeriod) -> [String] {
    [column(of: period), "Comparisons", "Pitch matchings"]
  }

  static let trendHeading = "Changes over the last results"

  static func thresholdTrend(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: "Thresholds, unison"
    case .interval: "Thresholds, intervals"
    }
  }

  static func spreadTrend(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: "Tuning spread, unison"
    case .interval: "Tuning spread, intervals"
    }
  }

  static func biasTrend(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: "Tuning bias, unison (cents)"
    case .interval: "Tuning bias, intervals (cents)"
    }
  }

  static func verdict(_ trend: TestedTrend) -> String {
    switch trend {
    case .improving: "improving"
    case .declining: "declining"
    case .noClearChange: "no clear change"
    }
  }

  /// A sentence for each change.
  static func trends(_ changes: [(label: String, trend: TestedTrend)]) -> String {
    changes.map { "\($0.label): \(verdict($0.trend))." }.joined(separator: " ")
  }

  static func trend(_ change: TestedChange?) -> String {
    "Trend of the thresholds: \(TrendText.share(change))."
  }

  static func accuracy(_ change: TestedChange?) -> String {
    "Trend of the bias: \(TrendText.cents(change))."
  }

  static func precision(_ change: TestedChange?) -> String {
    "Trend of the spread: \(TrendText.share(change))."
  }

  static let trendDescription = """
    A dot for each training shows by how much its threshold or its spread changes in 1000 results, a \
    line the 90 % interval of that; left of the line at 0 % is smaller, which is better. It speaks of \
    the last 4000 results at most, and of a change only where there is evidence.
    """
  static let trendCaption = "Change in 1000 results"
  static let trendColumns = ["What", "Verdict", "Change", "From", "To", "Results"]
}
