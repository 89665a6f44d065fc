import Foundation
import Music
import Training

/// What the plots of comparison training say.
extension ReportText {
  static let keyboardHeading = "Threshold of every note"

  static func keyboard(
    _ kind: TrainingKind, best: (note: MIDINote, threshold: Cents),
    worst: (note: MIDINote, threshold: Cents)
  ) -> String {
    let (finest, coarsest) = (centsOf(best.threshold), centsOf(worst.threshold))
    let (low, high) = (NoteName.text(best.note), NoteName.text(worst.note))
    return switch kind {
    case .unison:
      """
      You hear finest at \(low), where \(finest) are enough to tell which note is higher, and \
      coarsest at \(high), where it takes \(coarsest).
      """
    case .interval:
      """
      You hear finest above or below \(low), where an interval may be \(finest) off before you tell \
      whether it is wide or narrow, and coarsest at \(high), where it takes \(coarsest).
      """
    }
  }

  static func keyboardDescription(from low: MIDINote, to high: MIDINote) -> String {
    """
    A piano keyboard from \(NoteName.text(low)) to \(NoteName.text(high)). Over each key a dot shows \
    the note's threshold in cents, on a logarithmic scale, and a line its 90 % interval. Filled dots are \
    notes that were asked, open ones are inferred from their neighbours.
    """
  }

  static func noteTip(_ note: MIDINote, _ estimate: ThresholdEstimate) -> String {
    """
    \(NoteName.text(note)): \(centsOf(estimate.threshold)) (\(cents(estimate.low)) to \
    \(cents(estimate.high)))
    """
  }

  static let keyboardCaption = "Thresholds in cents, with their 90 % intervals"
  static let keyboardColumns = ["Note", "Threshold", "From", "To", "Comparisons"]

  static let timelineHeading = "Differences asked"

  static func timeline(
    _: TrainingKind, first: (day: Date, mean: Cents), last: (day: Date, mean: Cents),
    periods: ReportPeriod, count: Int, in calendar: Calendar
  ) -> String {
    let end = date(last.day, periods, in: calendar)
    guard count > 1 else {
      return """
        On \(end) the differences asked were \(centsOf(last.mean)) on average. They say what was \
        asked, not what you hear.
        """
    }
    return """
      The differences asked went from \(centsOf(first.mean)) on average (\(date(first.day, periods, in: calendar))) to \
      \(centsOf(last.mean)) (\(end)). They say what was asked, not what you hear.
      """
  }

  static func timelineDescription(_ period: ReportPeriod) -> String {
    switch period {
    case .day:
      """
      A dot for each day of training: the mean difference asked in cents, on a logarithmic scale. The \
      line is the mean of the seven days that end there.
      """
    case .week, .month, .year:
      """
      A dot for each \(name(of: period)) of training: the mean difference asked in \
      cents, on a logarithmic scale. The line is the mean of its last seven days.
      """
    }
  }

  static let timelineCaption = "Differences asked, in cents"

  static func timelineColumns(_ period: ReportPeriod) -> [String] {
    [column(of: period), "Comparisons", "Right", "Mean", "Mean of 7 days"]
  }

  static let answersHeading = "Answers by size of the difference"

  static func answers(_: TrainingKind, _ fit: PsychometricFit?, answers: Int) -> String {
    guard let fit else {
      return """
        The answers do not show a curve: it takes right and wrong ones, to differences that are \
        small and large for you.
        """
    }
    return """
      All notes taken together, you tell \(centsOf(fit.threshold)) right three times in four \
      (90 %: \(cents(fit.low)) to \(centsOf(fit.high))). The curve ends \
      at \(percent(1 - fit.lapseRate)): what is missing are slips, and notes that are harder than the rest.
      """
  }

  static func answersDescription(hasCurve: Bool) -> String {
    hasCurve
      ? """
      A dot for each size of the difference, on a logarithmic scale: the share of answers that were \
      right. Larger dots stand for more answers. The curve is the psychometric function that fits all \
      answers best (maximum likelihood of threshold and lapses); the dashed upright line is its \
      threshold, the dashed level one is guessing.
      """
      : """
      A dot for each size of the difference, on a logarithmic scale: the share of answers that were \
      right. Larger dots stand for more answers. The dashed level line is guessing.
      """
  }

  static let answersCaption = "Answers by size of the difference"
  static let answersColumns = ["Cents", "Answers", "Right", "Share", "Curve"]

  /// A day, or the month or the year that it stands for.
  static func date(_ date: Date, _ period: ReportPeriod, in calendar: Calendar) -> String {
    switch period {
    case .day, .week: DateText.full(date, in: calendar)
    case .month: DateText.monthAndYear(date, in: calendar)
    case .year: DateText.year(date, in: calendar)
    }
  }
}
