import Foundation
import Language
import Music
import Training

/// The words of the plots of comparison training.
extension ReportText {
  static let keyboardHeading = localized("Threshold of each note")

  static func keyboardDescription(from low: MIDINote, to high: MIDINote) -> String {
    localized(
      """
      A piano keyboard from %@ to %@. Above each key, a dot shows the threshold of the note in \
      cents on a logarithmic scale, and a line shows its 90 %% interval. Filled dots are notes \
      that were asked; open dots are estimated from their neighbours. Too little is known of \
      keys with nothing above them.
      """, NoteName.text(low), NoteName.text(high))
  }

  static let keyboardCaption = localized("Thresholds in cents, with their 90 %% intervals")
  static let keyboardColumns = [
    localized(context: "column", "Note"), localized(context: "column", "Threshold"),
    localized(context: "column", "From"), localized(context: "column", "To"),
    localized(context: "column", "Comparisons"),
  ]

  static let courseHeading = localized("Threshold over time")

  static func courseDescription(_ period: ReportPeriod, hasScatter: Bool) -> String {
    let course =
      switch period {
      case .day, .week:
        localized(
          """
          Each open dot is the threshold of all notes asked as it was known at the end of a week, \
          in cents on a logarithmic scale, and a line shows its 90 %% interval.
          """)
      case .month:
        localized(
          """
          Each open dot is the threshold of all notes asked as it was known at the end of a month, \
          in cents on a logarithmic scale, and a line shows its 90 %% interval.
          """)
      case .year:
        localized(
          """
          Each open dot is the threshold of all notes asked as it was known at the end of a year, \
          in cents on a logarithmic scale, and a line shows its 90 %% interval.
          """)
      }
    guard hasScatter else { return course }
    return localized(
      """
      %@ Small dots are the thresholds of single days, or of some days of few comparisons \
      together: they scatter.
      """, course)
  }

  static let courseCaption = localized("Threshold of all notes asked, in cents")

  static func courseColumns(_ period: ReportPeriod) -> [String] {
    [
      column(of: period), localized(context: "column", "Comparisons"),
      localized(context: "column", "Threshold"), localized(context: "column", "From"),
      localized(context: "column", "To"),
    ]
  }

  static let curveHeading = localized("Right answers by size of the difference")

  /// - Parameter bin: the one with the most answers.
  static func curve(_ bin: HearingCurve.Bin) -> String {
    let size =
      if bin.edges.lowerBound <= 0 {
        localized("less than %@ times", ratio(bin.edges.upperBound))
      } else if bin.edges.upperBound.isFinite {
        localized("%@ to %@ times", ratio(bin.edges.lowerBound), ratio(bin.edges.upperBound))
      } else {
        localized("over %@ times", ratio(bin.edges.lowerBound))
      }
    return localized(
      """
      Differences of %@ the threshold known at that moment were asked most often: %@ of %d \
      answers were right (90 %%: %@ to %@), and %@ were expected.
      """, size, percent(bin.shareCorrect ?? 0), bin.answers, percent(bin.interval.lowerBound),
      percent(bin.interval.upperBound), percent(bin.predicted ?? 0))
  }

  static let curveDescription = localized(
    """
    Each dot is a size of the difference, in times the threshold known at that moment, with its \
    share of right answers. Larger dots have more answers, and lines show the exact 90 %% \
    intervals. The curve is what was expected before each answer. The dashed vertical line is the \
    threshold, the dashed horizontal line is guessing.
    """)
  static let curveCaption = localized("Answers by size of the difference, in times the threshold")
  static let curveColumns = [
    localized(context: "column", "From"), localized(context: "column", "To less than"),
    localized(context: "column", "Answers"), localized(context: "column", "Right"),
    localized(context: "column", "Share"), localized(context: "column", "From"),
    localized(context: "column", "To"), localized(context: "column", "Expected"),
  ]

  /// In times the threshold.
  static func ratio(_ value: Double) -> String {
    value.isFinite ? NumberText.short(value, digits: 3) : nothing
  }

  static let intervalsHeading = localized("Where intervals sound true")
  static let intervalsDescription = localized(
    """
    Each row is an interval. Its dot shows where the second note sounds true, in cents from the \
    true interval; the thick line is the 90 %% interval of that, and the thin line reaches as far as \
    the threshold: beyond it, differences are told right more than three times out of four. Too \
    little is known of rows with nothing in them.
    """)
  static let intervalsCaption = localized(
    "Shift and threshold of each interval, in cents, with their 90 %% intervals")
  static let intervalsColumns = [
    localized(context: "column", "Interval"), localized(context: "column", "Comparisons"),
    localized(context: "column", "Shift"), localized(context: "column", "From"),
    localized(context: "column", "To"), localized(context: "column", "Threshold"),
    localized(context: "column", "From"), localized(context: "column", "To"),
  ]

  static func noPurities(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison:
      localized("No unison has been judged for purity yet. To start, run peach purity.")
    case .interval:
      localized(
        "No interval has been judged for purity yet. To start, run peach purity --intervals P5.")
    }
  }

  static let purityHeading = localized("Mistunings that sound in tune")
  static let purityDescription = localized(
    """
    Each row is an interval. The line around its dot reaches as far as the threshold, in cents from \
    the true interval: beyond it, the true one is told from the other more than three times out of \
    four. The beats in the table are those of the interval above middle C if it is so far from pure. Too \
    little is known of rows with nothing in them.
    """)
  static let purityCaption = localized(
    "Thresholds in cents, with their 90 %% intervals, and in beats a second above middle C")
  static let purityColumns = [
    localized(context: "column", "Interval"), localized(context: "column", "Answers"),
    localized(context: "column", "Threshold"), localized(context: "column", "From"),
    localized(context: "column", "To"), localized(context: "column", "Beats"),
  ]

  /// A day, or the month or the year that it represents.
  static func date(_ date: Date, _ period: ReportPeriod, in calendar: Calendar) -> String {
    switch period {
    case .day, .week: DateText.full(date, in: calendar)
    case .month: DateText.monthAndYear(date, in: calendar)
    case .year: DateText.year(date, in: calendar)
    }
  }
}
