import Foundation
import Language
import Music
import Training

/// The words of the plots of comparison training.
extension ReportText {
  static let keyboardHeading = localized("Threshold of each note")

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
        Your hearing is finest at %@, where a difference of %@ is enough to tell which note is \
        higher, and coarsest at %@, where it takes %@.
        """, low, finest, high, coarsest)
    case (.unison, false):
      localized(
        """
        Depending on the note, a difference of %@ to %@ is enough to tell which one is higher; no \
        note clearly stands out yet.
        """, finest, coarsest)
    case (.interval, true):
      localized(
        """
        Your hearing is finest for intervals from %@, where an error of %@ is enough to tell wide \
        from narrow, and coarsest at %@, where it takes %@.
        """, low, finest, high, coarsest)
    case (.interval, false):
      localized(
        """
        Depending on the note, an error of %@ to %@ is enough to tell a wide interval from a \
        narrow one; no note clearly stands out yet.
        """, finest, coarsest)
    }
  }

  static func keyboardDescription(from low: MIDINote, to high: MIDINote) -> String {
    localized(
      """
      A piano keyboard from %@ to %@. Above each key, a dot shows the threshold of the note in \
      cents on a logarithmic scale, and a line shows its 90 %% interval. Filled dots are notes \
      that were asked; open dots are estimated from their neighbours.
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
        "On %@, the mean difference asked was %@. These are the questions, not your hearing.", end,
        centsOf(last.mean))
    }
    return localized(
      """
      The mean difference asked went from %@ (%@) to %@ (%@). These are the questions, not your \
      hearing.
      """, centsOf(first.mean), date(first.day, periods, in: calendar), centsOf(last.mean), end)
  }

  static func timelineDescription(_ period: ReportPeriod) -> String {
    switch period {
    case .day:
      localized(
        """
        Each dot is a day of training: the mean difference asked in cents, on a logarithmic scale. \
        The line is the mean of the seven days up to that day.
        """)
    case .week:
      localized(
        """
        Each dot is a week of training: the mean difference asked in cents, on a logarithmic \
        scale. The line is the mean of its last seven days.
        """)
    case .month:
      localized(
        """
        Each dot is a month of training: the mean difference asked in cents, on a logarithmic \
        scale. The line is the mean of its last seven days.
        """)
    case .year:
      localized(
        """
        Each dot is a year of training: the mean difference asked in cents, on a logarithmic \
        scale. The line is the mean of its last seven days.
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
        There is no curve yet. It needs right and wrong answers, to differences that are small and \
        large for you.
        """)
    }
    return localized(
      """
      Over all notes together, you get %@ right three times out of four (90 %%: %@ to %@). The \
      curve levels off at %@; the rest is lapses, and notes that are harder than the others.
      """, centsOf(fit.threshold), cents(fit.low), centsOf(fit.high), percent(1 - fit.lapseRate))
  }

  static func answersDescription(hasCurve: Bool) -> String {
    hasCurve
      ? localized(
        """
        Each dot is a size of the difference, on a logarithmic scale, with its share of right \
        answers. Larger dots have more answers. The curve is the psychometric function that fits \
        all answers best (maximum likelihood of threshold and lapses). The dashed vertical line is \
        its threshold, the dashed horizontal line is guessing.
        """)
      : localized(
        """
        Each dot is a size of the difference, on a logarithmic scale, with its share of right \
        answers. Larger dots have more answers. The dashed horizontal line is guessing.
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
