import Foundation
import Language
import Music
import Training

/// The words of the plots of pitch matching and of activity.
extension ReportText {
  static let matchingHeading = localized("Bias, pull and spread")

  static func matchingDescription(_ count: Int) -> String {
    localized(
      """
      The horizontal axis shows where a note started, the vertical axis where it ended, both in \
      cents from the target. The thick line is the error that is usual for each start: level if \
      the start makes no difference, rising if notes are pulled towards it. The dot at the middle \
      is the bias, with its 90 %% interval. About two out of three notes end between the dashed lines (the spread). \
      All this follows from the last %d tuned notes; slips count little.
      """, count)
  }

  static let matchingCaption = localized(
    "Bias, pull and spread in cents, with their 90 %% intervals")
  static let matchingColumns = [
    localized(context: "column", "Measure"), localized(context: "column", "Cents"),
    localized(context: "column", "From"), localized(context: "column", "To"),
  ]
  static let biasRow = localized("Bias (sharp is +)")
  static let pullRow = localized("Pull for every 100 cents of the start")
  static let spreadRow = localized("Spread")

  static let errorsHeading = localized("Tuning errors")

  static func errors(_ errors: MatchingErrors, isPlayed: Bool = false) -> String {
    let middle = errors.bins.count / 2
    let reach = Int(10 / MatchingErrors.binWidth)
    let near = errors.bins[middle - reach..<middle + reach].reduce(0, +)
    if isPlayed {
      return localized(
        one: "Of %d played note, %d lay within 10 cents of the target.",
        other: "Of %d played notes, %d lay within 10 cents of the target.", errors.count, near)
    }
    return localized(
      one: "Of %d tuned note, %d ended within 10 cents of the target.",
      other: "Of %d tuned notes, %d ended within 10 cents of the target.", errors.count, near)
  }

  static func errorsDescription(_ histogram: ErrorHistogram, isPlayed: Bool = false) -> String {
    let bars =
      isPlayed
      ? localized(
        """
        The bars count the played notes by their error, %@ cents a bar; flat is left of the line at \
        0, sharp is right.
        """, NumberAxis.text(histogram.barWidth))
      : tunedBars(histogram)
    let left = histogram.flatter + histogram.sharper
    guard left > 0 else { return bars }
    return localized(
      "%@ Not shown: %d with an error of more than %@ cents.", bars, left,
      NumberAxis.text(histogram.reach))
  }

  private static func tunedBars(_ histogram: ErrorHistogram) -> String {
    NumberAxis.text(histogram.barWidth) == "1"
      ? localized(
        """
        The bars count the tuned notes by their error, 1 cent a bar; flat is left of the line at \
        0, sharp is right.
        """)
      : localized(
        """
        The bars count the tuned notes by their error, %@ cents a bar; flat is left of the line at \
        0, sharp is right.
        """, NumberAxis.text(histogram.barWidth))
  }

  static let errorsCaption = localized("Tuned notes by their error, in cents")
  static let errorsColumns = [
    localized(context: "column", "From"), localized(context: "column", "To less than"),
    localized(context: "column", "Tuned notes"),
  ]

  static let beatsHeading = localized("Errors in cents and in beats")

  /// - Parameters:
  ///   - size: the mean size of an error.
  ///   - beats: how many beats a second a pure interval has that is so far off. In a tempered tuning the
  ///     target itself beats, so they are not what was heard.
  static func beats(
    _ interval: DirectedInterval, _ size: EstimateText, _ beats: String,
    _ presentation: Presentation
  ) -> String {
    let name = NoteName.inSentence(interval)
    return switch presentation {
    case .melodic:
      localized(
        """
        %@: on average, notes end %@ off, flat or sharp (90 %%: %@ to %@). As far from pure, the interval \
        above middle C would beat %@ times a second if both notes sounded together.
        """, name, size.cents, size.low, size.high, beats)
    case .harmonic:
      localized(
        """
        %@: on average, notes end %@ off, flat or sharp (90 %%: %@ to %@). As far from pure, the interval \
        above middle C beats %@ times a second.
        """, name, size.cents, size.low, size.high, beats)
    }
  }

  /// Beside a row.
  static func beats(_ beats: String) -> String { localized("%@ beats a second", beats) }

  static let beatsDescription = localized(
    """
    Each row is an interval. Its dot shows how far notes end from the target on average, flat or \
    sharp, in cents, and the line is the 90 %% interval of that. Every tuned note counts, slips of the \
    hand too. At the right are the beats a second of the interval above middle C if it is so far from \
    pure. Rows with nothing in them have too few tuned notes.
    """)
  static let beatsCaption = localized(
    "Errors in cents, with their 90 %% intervals, and in beats a second above middle C")
  static let beatsColumns = [
    localized(context: "column", "Interval"), localized(context: "column", "Tuned notes"),
    localized(context: "column", "Mean (sharp is +)"),
    localized(context: "column", "Mean size"), localized(context: "column", "From"),
    localized(context: "column", "To"), localized(context: "column", "Beats"),
  ]

  static let activityHeading = localized("Training by day")

  static func activity(
    days: Int, from first: Date, to last: Date, comparisons: Int, matchings: Int,
    purities: Int, playings: Int, in calendar: Calendar
  ) -> String {
    let counts = Self.counts(comparisons, matchings, purities, playings)
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

  static func activityDescription(
    _ period: ReportPeriod, hasPurity: Bool, hasPlaying: Bool
  ) -> String {
    let bars =
      switch period {
      case .day: localized("Each bar is a day: comparisons upwards, tuned notes downwards.")
      case .week: localized("Each bar is a week: comparisons upwards, tuned notes downwards.")
      case .month: localized("Each bar is a month: comparisons upwards, tuned notes downwards.")
      case .year: localized("Each bar is a year: comparisons upwards, tuned notes downwards.")
      }
    let purity =
      hasPurity ? localized("%@ Questions of purity count with the comparisons.", bars) : bars
    return hasPlaying
      ? localized("%@ Played notes count with the tuned ones.", purity) : purity
  }

  static let activityCaption = localized("Results by date")

  static func activityColumns(
    _ period: ReportPeriod, hasPurity: Bool, hasPlaying: Bool
  ) -> [String] {
    [
      column(of: period), localized(context: "column", "Comparisons"),
      localized(context: "column", "Tuned notes"),
    ] + (hasPurity ? [localized(context: "column", "Questions of purity")] : [])
      + (hasPlaying ? [localized(context: "column", "Played notes")] : [])
  }
}
