import Console
import Foundation
import Language
import Music
import Training

/// The pitch matchings or the played notes in the profile, of unisons or of intervals.
struct MatchingSection: ProfileSection {
  static let matchings: [any ProfileSection] = TrainingKind.allCases.map {
    MatchingSection(training: .matching, kind: $0)
  }

  static let playings: [any ProfileSection] = TrainingKind.allCases.map {
    MatchingSection(training: .playing, kind: $0)
  }

  /// The training `matching` or `playing`.
  let training: TrainingName
  let kind: TrainingKind

  private func part(_ profile: ProfileSnapshot) -> ProfileSnapshot.Matchings {
    training == .playing ? profile.playing[kind] : profile.matching[kind]
  }

  func page(
    _ profile: ProfileSnapshot, _: ProfileView, glyphs: Glyphs, in _: TerminalSize
  ) -> ProfilePage {
    let part = part(profile)
    return MatchingPage(
      verdicts: part.verdicts, errors: part.distribution, parts: extremes(part), glyphs: glyphs
    ).page(choice)
  }

  func text(_ profile: ProfileSnapshot) -> [String] {
    let part = part(profile)
    return ProfileText.part(
      training == .playing ? localized("notes played") : localized("notes tuned"), part.count,
      VerdictText.sentences(part.verdicts),
      (part.notes + (kind == .interval ? part.intervals : [])).map { "  " + PlayedText.line($0) })
  }

  /// The notes and the intervals with the largest mean errors in both directions.
  private func extremes(_ part: ProfileSnapshot.Matchings) -> [String] {
    (kind == .interval ? extremes(part.intervals) : []) + extremes(part.notes)
  }

  private func extremes(_ all: [ProfileSnapshot.PlayedFigures]) -> [String] {
    let known = all.filter { $0.fit != nil }
    func bias(_ figures: ProfileSnapshot.PlayedFigures) -> Double {
      figures.fit?.bias.value.rawValue ?? 0
    }
    guard known.count > 1, let low = known.min(by: { bias($0) < bias($1) }),
      let high = known.max(by: { bias($0) < bias($1) }), low.subject != high.subject
    else { return known.map(PlayedText.line) }
    return [PlayedText.line(low), PlayedText.line(high)]
  }

  // MARK: By week

  var overallKey: String { localized(context: "key", "overall") }

  func days(_ days: ProfileDays) -> [DateInterval] {
    played(days).map { DateInterval(start: $0.start, end: $0.end) }
  }

  private func played(_ days: ProfileDays) -> [MatchingDay] {
    training == .playing ? days.played[kind] : days.matched[kind]
  }

  func results(_ days: ProfileDays, in time: DateInterval) -> String {
    HearingWords.notes(
      played(days).reduce(0) { time.shows($1.start) ? $0 + $1.count : $0 })
  }

  func series(_ days: ProfileDays, in time: DateInterval) -> any WeekSeries {
    MatchingWeeks(
      days: played(days).filter { time.shows($0.start) }, calendar: days.calendar)
  }

  func sentencesOfWeeks(_ profile: ProfileSnapshot) -> [String] {
    MatchingPage.sentences(part(profile).verdicts)
  }

  // MARK: As JSON

  func json(_ profile: ProfileSnapshot) -> JSONLine {
    let part = part(profile)
    var line = JSONLine()
    line.add("count", part.count)
    line.add("mean", part.errors.mean?.rawValue)
    line.add("stdDev", part.errors.standardDeviation?.rawValue)
    FiguresJSON.add(part.verdicts.fit, to: &line, hasPull: part.verdicts.hasPull)
    line.add("trend", object: FiguresJSON.trend(part.verdicts.trend))
    line.add("halvesTrend", object: ProfileJSON.halves(part.halves))
    if training == .playing {
      line.add("notes", objects: part.notes.map(PlayedText.json))
      line.add(
        "intervals", objects: part.intervalErrors.map { PlayedText.json($0, part.intervals) })
    }
    return line
  }
}

/// The bias, the spread and the distribution of the errors of tuned notes.
private struct MatchingPage {
  let verdicts: MatchingVerdicts
  let errors: MatchingErrors

  /// The lines about single notes and intervals.
  var parts: [String] = []
  let glyphs: Glyphs

  func page(_ choice: TrainingChoice) -> ProfilePage {
    ProfilePage(
      title: ProfileScreenText.title(choice), view: "", picture: verdicts.fit.map(picture),
      sentences: verdicts.count > 0
        ? Self.sentences(verdicts) + parts : [choice.untrained],
      figures: { [] }, keys: ProfileScreenText.matchingKeys(glyphs))
  }

  /// The verdicts in a few lines.
  static func sentences(_ verdicts: MatchingVerdicts) -> [String] {
    guard let fit = verdicts.fit else { return VerdictText.sentences(verdicts) }
    return [HearingWords.matchingLine(fit, of: verdicts.count)]
      + HearingWords.trend(verdicts.trend)
      + [verdicts.pull.map(HearingWords.pull)].compactMap { $0 }
  }

  private func picture(_ fit: MatchingFit) -> ProfilePage.Picture {
    let plot = DensityPlot(
      errors: errors, bias: fit.bias.value.rawValue, spread: fit.spread.value.rawValue,
      // The sentence is about the last notes only.
      heading: errors.count > fit.count ? ProfileScreenText.allErrors(errors.count) : "",
      glyphs: glyphs)
    return ProfilePage.Picture(
      fewestRows: DensityPlot.fewest, mostRows: DensityPlot.most
    ) { plot.lines($0) }
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

/// The figures of single played notes and of their intervals.
enum PlayedText {
  /// A line such as `A4: 2.1 flat, spread 6.4, 12 notes`, or `perfect fifth up: 2.1 flat, spread
  /// 6.4, 30 notes`.
  static func line(_ figures: ProfileSnapshot.PlayedFigures) -> String {
    let count = HearingWords.notes(figures.count)
    guard let fit = figures.fit else { return localized("%@: %@", name(of: figures), count) }
    return localized("%@: %@, %@", name(of: figures), HearingWords.matchingBrief(fit), count)
  }

  static func name(of figures: ProfileSnapshot.PlayedFigures) -> String {
    switch figures.subject {
    case .note(let note): NoteName.text(note)
    case .interval(let interval): NoteName.text(interval)
    }
  }

  /// A note with its bias and spread.
  static func json(_ figures: ProfileSnapshot.PlayedFigures) -> JSONLine {
    var line = JSONLine()
    if case .note(let note) = figures.subject { line.add("note", note.rawValue) }
    line.add("count", figures.count)
    FiguresJSON.add(figures.fit, to: &line, hasPull: false)
    return line
  }

  /// An interval with its plain figures, and with its bias and spread.
  static func json(
    _ errors: IntervalErrors, _ figures: [ProfileSnapshot.PlayedFigures]
  ) -> JSONLine {
    var line = FiguresJSON.errors(errors)
    let fit = figures.first { $0.subject == .interval(errors.interval) }?.fit
    FiguresJSON.add(fit, to: &line, hasPull: false)
    return line
  }
}
