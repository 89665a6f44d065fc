import Foundation
import Language
import Music
import Training

/// The words of the plots of comparison training.
extension ReportText {
  static let keyboardHeading = localized("Threshold of every note")

  static func keyboard(_ kind: TrainingKind, _ extremes: ThresholdExtremes) -> String {
    let finest = centsOf(extremes.finest.estimate.threshold)
    let coarsest = centsOf(extremes.coarsest.estimate.threshold)
    let (low, high) = (
      NoteName.text(extremes.finest.note), NoteName.text(extremes.coarsest.note)
    )
    return switch (kind, extremes.differ) {
    case (.unison, true):
      localized(
        """
        You hear finest at %@, where %@ are enough to tell which note is higher, and \
        coarsest at %@, where it takes %@.
        """, low, finest, high, coarsest)
    case (.unison, false):
      localized(
        """
        From note to note, %@ to %@ are enough to tell which one is higher; no note clearly stands out yet.
        """, finest, coarsest)
    case (.interval, true):
      localized(
        """
        You hear finest above or below %@, where an interval may be %@ off before you tell \
        whether it is wide or narrow, and coarsest at %@, where it takes %@.
        """, low, finest, high, coarsest)
    case (.interval, false):
      localized(
        """
        From note to note, an interval may be %@ to %@ off before you tell whether it is wide or narrow; \
        no note clearly stands out yet.
        """, finest, coarsest)
    }
  }

  static func keyboardDescription(from low: MIDINote, to high: MIDINote) -> String {
    localized(
      """
      A piano keyboard from %@ to %@. Over each key a dot shows \
      the note's threshold in cents, on a logarithmic scale, and a line its 90 %% interval. Filled dots are \
      notes that were asked, open ones are inferred from their neighbours.
      """, NoteName.text(low), NoteName.text(high))
  }

  static func noteTip(_ note: MIDINote, _ estimate: ThresholdEstimate) -> String {
    localized(
      "%@: %@ (%@ to %@)", NoteName.text(note), centsOf(estimate.threshold), cents(estimate.low),
      cents(estimate.high))
  }

  static let keyboardCaption = localized("Thresholds in cents, with their 90 %% intervals")
  static let keyboardColumns = [
    localized(context: "column", "Note"), localized(context: "column", "Threshold"),
    localized(context: "column", "From"), localized(context: "column", "To"),
    localized(context: "column", "Comparisons"),
  ]

  static let timelineHeading = localized("Differences asked")

  static func timeline(
    first: (day: Date, mean: Cents), last: (day: Date, mean: Cents),
    periods: ReportPeriod, count: Int, in calendar: Calendar
  ) -> String {
    let end = date(last.day, periods, in: calendar)
    guard count > 1 else {
      return localized(
        """
        On %@ the differences asked were %@ on average. They say what was \
        asked, not what you hear.
        """, end, centsOf(last.mean))
    }
    return localized(
      """
      The differences asked went from %@ on average (%@) to \
      %@ (%@). They say what was asked, not what you hear.
      """, centsOf(first.mean), date(first.day, periods, in: calendar), centsOf(last.mean), end)
  }

  static func timelineDescription(_ period: ReportPeriod) -> String {
    switch period {
    case .day:
      localized(
        """
        A dot for each day of training: the mean difference asked in cents, on a logarithmic scale. The \
        line is the mean of the seven days that end there.
        """)
    case .week:
      localized(
        """
        A dot for each week of training: the mean difference asked in cents, on a logarithmic scale. \
        The line is the mean of its last seven days.
        """)
    case .month:
      localized(
        """
        A dot for each month of training: the mean difference asked in cents, on a logarithmic scale. \
        The line is the mean of its last seven days.
        """)
    case .year:
      localized(
        """
        A dot for each year of training: the mean difference asked in cents, on a logarithmic scale. \
        The line is the mean of its last seven days.
        """)
    }
  }

  static let timelineCaption = localized("Differences asked, in cents")

  static func timelineColumns(_ period: ReportPeriod) -> [String] {
    [
      column(of: period), localized(context: "column", "Comparisons"),
      localized(context: "column", "Right"), localized(context: "column", "Mean"),
      localized(context: "column", "Mean of 7 days"),
    ]
  }

  static let answersHeading = localized("Answers by size of the difference")

  static func answers(_ fit: PsychometricFit?) -> String {
    guard let fit else {
      return localized(
        """
        The answers do not show a curve: it takes right and wrong ones, to differences that are \
        small and large for you.
        """)
    }
    return localized(
      """
      All notes taken together, you tell %@ right three times in four \
      (90 %%: %@ to %@). The curve ends \
      at %@: what is missing are slips, and notes that are harder than the rest.
      """, centsOf(fit.threshold), cents(fit.low), centsOf(fit.high), percent(1 - fit.lapseRate))
  }

  static func answersDescription(hasCurve: Bool) -> String {
    hasCurve
      ? localized(
        """
        A dot for each size of the difference, on a logarithmic scale: the share of answers that were \
        right. Larger dots stand for more answers. The curve is the psychometric function that fits all \
        answers best (maximum likelihood of threshold and lapses); the dashed upright line is its \
        threshold, the dashed level one is guessing.
        """)
      : localized(
        """
        A dot for each size of the difference, on a logarithmic scale: the share of answers that were \
        right. Larger dots stand for more answers. The dashed level line is guessing.
        """)
  }

  static let answersCaption = localized("Answers by size of the difference")
  static let answersColumns = [
    localized(context: "column", "Cents"), localized(context: "column", "Answers"),
    localized(context: "column", "Right"), localized(context: "column", "Share"),
    localized(context: "column", "Curve"),
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
