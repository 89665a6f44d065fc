import Foundation
import Language
import Music
import Training

/// The words of the plots of pitch matching, of activity and of trends.
extension ReportText {
  static let errorsHeading = localized("How far off you tune")

  static func errors(bias: Cents, spread: Cents?) -> String {
    let size = centsOf(Cents(bias.magnitude))
    guard let spread else {
      return bias.rawValue < 0
        ? localized("Your only note ended %@ flat.", size)
        : localized("Your only note ended %@ sharp.", size)
    }
    return bias.rawValue < 0
      ? localized(
        """
        On average you end %@ flat, and about two notes in three end within %@ of that.
        """, size, centsOf(spread))
      : localized(
        """
        On average you end %@ sharp, and about two notes in three end within %@ of that.
        """, size, centsOf(spread))
  }

  static func errorsDescription(_ histogram: ErrorHistogram) -> String {
    let bars = localized(
      """
      Bars count the matchings by their error, %@ cents to a bar; \
      flat is left of the line at 0, sharp is right. Over them a dot shows the mean error, the bias, and \
      a line one standard deviation to either side, the spread.
      """, NumberAxis.text(histogram.barWidth))
    let left = histogram.flatter + histogram.sharper
    guard left > 0 else { return bars }
    return localized(
      "%@ Not drawn: %d further off than %@ cents.", bars, left, NumberAxis.text(histogram.reach))
  }

  static func biasLabel(_ bias: Cents) -> String {
    localized("mean error %@ cents", signedCents(bias))
  }

  static let errorsCaption = localized("Matchings by their error, in cents")
  static let errorsColumns = [
    localized(context: "column", "From"), localized(context: "column", "To below"),
    localized(context: "column", "Matchings"),
  ]

  static let errorDaysHeading = localized("Tuning by day")

  static func errorDays(
    _ day: Date, bias: Cents, spread: Cents?, period: ReportPeriod, in calendar: Calendar
  ) -> String {
    let last = date(day, period, in: calendar)
    guard let spread else {
      return localized("Last, on %@: mean error %@ cents.", last, signedCents(bias))
    }
    return localized(
      "Last, on %@: mean error %@ cents, spread %@.", last, signedCents(bias), centsOf(spread))
  }

  static func errorDaysDescription(_ period: ReportPeriod) -> String {
    switch period {
    case .day:
      localized(
        """
        A dot for each day of training shows the mean error in cents, the bias; a line shows one \
        standard deviation to either side, the spread. The line at 0 is in tune.
        """)
    case .week:
      localized(
        """
        A dot for each week of training shows the mean error in cents, the bias; a line shows one \
        standard deviation to either side, the spread. The line at 0 is in tune.
        """)
    case .month:
      localized(
        """
        A dot for each month of training shows the mean error in cents, the bias; a line shows one \
        standard deviation to either side, the spread. The line at 0 is in tune.
        """)
    case .year:
      localized(
        """
        A dot for each year of training shows the mean error in cents, the bias; a line shows one \
        standard deviation to either side, the spread. The line at 0 is in tune.
        """)
    }
  }

  static let errorDaysCaption = localized("Bias and spread, in cents")

  static func errorDaysColumns(_ period: ReportPeriod) -> [String] {
    [
      column(of: period), localized(context: "column", "Matchings"),
      localized(context: "column", "Bias"), localized(context: "column", "Spread"),
    ]
  }

  static let activityHeading = localized("Training by day")

  static func activity(
    days: Int, from first: Date, to last: Date, comparisons: Int, matchings: Int,
    in calendar: Calendar
  ) -> String {
    let counts = StoredCounts(comparisons: comparisons, matchings: matchings).text
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
        """
        A bar for each day: upwards the comparisons, downwards the pitch matchings.
        """)
    case .week:
      localized(
        """
        A bar for each week: upwards the comparisons, downwards the pitch matchings.
        """)
    case .month:
      localized(
        """
        A bar for each month: upwards the comparisons, downwards the pitch matchings.
        """)
    case .year:
      localized(
        """
        A bar for each year: upwards the comparisons, downwards the pitch matchings.
        """)
    }
  }

  static let activityCaption = localized("Results by date")

  static func activityColumns(_ period: ReportPeriod) -> [String] {
    [
      column(of: period), localized(context: "column", "Comparisons"),
      localized(context: "column", "Pitch matchings"),
    ]
  }

  static let trendHeading = localized("Changes over the last results")

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
    A dot for each training shows by how much its threshold or its spread changes in 1000 results, a \
    line the 90 %% interval of that; left of the line at 0 %% is smaller, which is better. It speaks of \
    the last 4000 results at most, and of a change only where there is evidence.
    """)
  static let trendCaption = localized("Change in 1000 results")
  static let trendColumns = [
    localized(context: "column", "What"), localized(context: "column", "Verdict"),
    localized(context: "column", "Change"), localized(context: "column", "From"),
    localized(context: "column", "To"), localized(context: "column", "Results"),
  ]
}
