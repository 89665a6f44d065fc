import Console
import Foundation
import Language
import Training

/// The pitch matchings of unisons or of intervals in the profile.
struct MatchingSection: ProfileSection {
  static let all: [any ProfileSection] = TrainingKind.allCases.map { MatchingSection(kind: $0) }

  let training = TrainingName.matching
  let kind: TrainingKind

  /// What the training is called.
  static func title(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: localized("Matching, unison")
    case .interval: localized("Matching, intervals")
    }
  }

  func page(
    _ profile: ProfileSnapshot, _: ProfileView, glyphs: Glyphs, in _: TerminalSize
  ) -> ProfilePage {
    let part = profile.matching[kind]
    return MatchingPage(verdicts: part.verdicts, errors: part.distribution, glyphs: glyphs)
      .page(choice)
  }

  func text(_ profile: ProfileSnapshot) -> [String] {
    let part = profile.matching[kind]
    return ProfileText.part(
      localized("notes tuned"), part.count, VerdictText.sentences(part.verdicts))
  }

  // MARK: By week

  var overallKey: String { localized(context: "key", "overall") }

  func days(_ days: ProfileDays) -> [DateInterval] {
    days.matched[kind].map { DateInterval(start: $0.start, end: $0.end) }
  }

  func results(_ days: ProfileDays, in time: DateInterval) -> String {
    HearingWords.notes(
      days.matched[kind].reduce(0) { time.shows($1.start) ? $0 + $1.count : $0 })
  }

  func series(_ days: ProfileDays, in time: DateInterval) -> any WeekSeries {
    MatchingWeeks(
      days: days.matched[kind].filter { time.shows($0.start) }, calendar: days.calendar)
  }

  func sentencesOfWeeks(_ profile: ProfileSnapshot) -> [String] {
    MatchingPage.sentences(profile.matching[kind].verdicts)
  }

  // MARK: As JSON

  func json(_ profile: ProfileSnapshot) -> JSONLine {
    let part = profile.matching[kind]
    var line = JSONLine()
    line.add("count", part.count)
    line.add("mean", part.errors.mean?.rawValue)
    line.add("stdDev", part.errors.standardDeviation?.rawValue)
    FiguresJSON.add(part.verdicts.fit, to: &line)
    // Matching has no tested trend.
    line.add("trend", object: nil)
    line.add("halvesTrend", object: ProfileJSON.halves(part.halves))
    return line
  }
}

/// The mean and the spread of the notes tuned in each week, if there are enough of them.
private struct MatchingWeeks: WeekSeries {
  let days: [MatchingDay]
  let calendar: Calendar

  var starts: [Date] { days.map(\.start) }
  var heading: String { ProfileScreenText.errors }

  func legend(_ glyphs: Glyphs, columns _: Int) -> String { ProfileScreenText.spreadLegend(glyphs) }

  func axis(_ values: [Double]) -> CentsAxis { .signed(values + [0]) }

  func points(by period: ReportPeriod) -> [WeekPoint] {
    period.groups(days, start: \.start, in: calendar).compactMap { _, days in
      guard let whole = MatchingDay(joining: days), let figures = whole.figures else { return nil }
      let (bias, spread) = (figures.bias.value.rawValue, figures.spread.value.rawValue)
      return WeekPoint(
        start: whole.start, low: bias - spread, high: bias + spread, value: bias,
        text: ProfileScreenText.matched(figures.bias, spread: figures.spread, whole.count))
    }
  }
}
