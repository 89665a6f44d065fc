import Foundation
import Language
import Music
import Training

/// The words of the plots of pitch matching, of activity and of trends.
extension ReportText {
  static let errorsHeading = localized("Tuning errors")

  static func errors(bias: Cents, spread: Cents?) -> String {
    let size = centsOf(Cents(bias.magnitude))
    guard let spread else {
      return bias.rawValue < 0
        ? localized("The only note so far was %@ flat.", size)
        : localized("The only note so far was %@ sharp.", size)
    }
    return bias.rawValue < 0
      ? localized(
        "On average you tune %@ flat, and about two out of three notes are within %@ of that.",
        size, centsOf(spread))
      : localized(
        "On average you tune %@ sharp, and about two out of three notes are within %@ of that.",
        size, centsOf(spread))
  }

  static func errorsDescription(_ histogram: ErrorHistogram) -> String {
    let bars = localized(
      """
      The bars count the tuned notes by their error, %@ cents a bar; flat is left of the line at \
      0, sharp is right. Above the bars, a dot shows the mean error (the bias), and a line shows \
      one standard deviation to either side (the spread).
      """, NumberAxis.text(histogram.barWidth))
    let left = histogram.flatter + histogram.sharper
    guard left > 0 else { return bars }
    return localized(
      "%@ Not shown: %d with an error of more than %@ cents.", bars, left,
      NumberAxis.text(histogram.reach))
  }

  static func biasLabel(_ bias: Cents) -> String {
    localized("mean error %@ cents", signedCents(bias))
  }

  static let errorsCaption = localized("Tuned notes by their error, in cents")
  static let errorsColumns = [
    localized(context: "column", "From"), localized(context: "column", "To less than"),
    localized(context: "column", "Tuned notes"),
  ]

  static let errorDaysHeading = localized("Tuning by day")

  static func errorDays(
    _ day: Date, bias: Cents, spread: Cents?, period: ReportPeriod, in calendar: Calendar
  ) -> String {
    let last = date(day, period, in: calendar)
    guard let spread else {
      return localized("Most recently, on %@: mean error %@ cents.", last, signedCents(bias))
    }
    return localized(
      "Most recently, on %@: mean error %@ cents, spread %@.", last, signedCents(bias),
      centsOf(spread))
  }

  static func errorDaysDescription(_ period: ReportPeriod) -> String {
    switch period {
    case .day:
      localized(
        """
        Each dot is a day of training: the mean error in cents (the bias). Its line shows one \
        standard deviation to either side (the spread). The line at 0 is in tune.
        """)
    case .week:
      localized(
        """
        Each dot is a week of training: the mean error in cents (the bias). Its line shows one \
        standard deviation to either side (the spread). The line at 0 is in tune.
        """)
    case .month:
      localized(
        """
        Each dot is a month of training: the mean error in cents (the bias). Its line shows one \
        standard deviation to either side (the spread). The line at 0 is in tune.
        """)
    case .year:
      localized(
        """
        Each dot is a year of training: the mean error in cents (the bias). Its line shows one \
        standard deviation to either side (the spread). The line at 0 is in tune.
        """)
    }
  }

  static let errorDaysCaption = localized("Bias and spread, in cents")

  static func errorDaysColumns(_ period: ReportPeriod) -> [String] {
    [
      column(of: period), localized(context: "column", "Tuned notes"),
      localized(context: "column", "Bias"), localized(context: "column", "Spread"),
    ]
  }

  static let activityHeading = localized("Training by day")

  static func activity(
    days: Int, from first: Date, to last: Date, comparisons: Int, matchings: Int,
    in calendar: Calendar
  ) -> String {
    let counts = RecordCounts(comparisons: comparisons, matchings: matchings).text
    guard days > 1 else {
      return localized("%@ on %@.", counts, DateText.full(first, in: calendar))
    }
    return localized(
      """
      %@ on %@ from %@ to \
      %@.
      """, counts, Self.days(days), DateText.full(first, in: calendar),
      DateText.full(last, in: calendar))
  }

  static func activityDescription(_ period: ReportPeriod) -> String {
    switch period {
    case .day:
      localized(
        "Each bar is a day: comparisons upwards, tuned notes downwards.")
    case .week:
      localized(
        "Each bar is a week: comparisons upwards, tuned notes downwards.")
    case .month:
      localized(
        "Each bar is a month: comparisons upwards, tuned notes downwards.")
    case .year:
      localized(
        "Each bar is a year: comparisons upwards, tuned notes downwards.")
    }
  }

  static let activityCaption = localized("Results by date")

  static func activityColumns(_ period: ReportPeriod) -> [String] {
    [
      column(of: period), localized(context: "column", "Comparisons"),
      localized(context: "column", "Pitch matchings"),
    ]
  }

  static let trendHeading = localized("Changes over the most recent results")

  static func thresholdTrend(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: localized("Thresholds, unison")
    case .interval: localized("Thresholds, intervals")
    }
  }

  static func spreadTrend(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: localized("Tuning spread, unison")
    case .interval: localized("Tuning spread, intervals")
    }
  }

  static func biasTrend(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: localized("Tuning bias, unison (cents)")
    case .interval: localized("Tuning bias, intervals (cents)")
    }
  }

  /// A sentence for each change.
  static func trends(_ changes: [(label: String, trend: TestedTrend)]) -> String {
    changes.map { localized("%@: %@.", $0.label, TrendText.word($0.trend)) }.joined(separator: " ")
  }

  static func trend(_ change: TestedChange?) -> String {
    localized("Trend of the thresholds: %@.", TrendText.share(change))
  }

  static func accuracy(_ change: TestedChange?) -> String {
    localized("Trend of the bias: %@.", TrendText.cents(change))
  }

  static func precision(_ change: TestedChange?) -> String {
    localized("Trend of the spread: %@.", TrendText.share(change))
  }

  static let trendDescription = localized(
    """
    Each dot is a training: the change of its threshold or its spread in 1000 results. Its line is \
    the 90 %% interval. Left of the line at 0 %% is smaller, which is better. The test uses the \
    last 4000 results at most, and reports a change only if there is evidence for it.
    """)
  static let trendCaption = localized("Change in 1000 results")
  static let trendColumns = [
    localized(context: "column", "Measure"), localized(context: "column", "Trend"),
    localized(context: "column", "Change"), localized(context: "column", "From"),
    localized(context: "column", "To"), localized(context: "column", "Results"),
  ]
}
