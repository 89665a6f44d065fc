import Console
import Foundation
import Training

/// A training by day, and its trend.
struct TimelinePage {
  let days: ProfileDays
  let profile: ProfileSnapshot
  let window: TimelineWindow
  let kind: TrainingKind
  let glyphs: Glyphs

  /// More lines of figures than these are too many to read.
  private static let mostFigures = 31
  private static let fewestRows = 6

  private var calendar: Calendar { days.calendar }

  func page(of training: TrainingName, heading: String) -> ProfilePage {
    let keys = ProfileScreenText.timelineKeys(training, glyphs)
    guard let span = days.span(of: training, kind) else {
      return ProfilePage(
        headings: [heading], picture: nil, sentences: [ProfileText.untrained], figures: { [] },
        keys: keys)
    }
    let view = window.view(of: span, in: calendar)
    let part =
      switch training {
      case .comparison: comparisons(view)
      case .matching: matchings(view)
      }
    return ProfilePage(
      headings: [heading, ProfileScreenText.period(window.period, view, in: calendar)],
      picture: part.picture, sentences: part.sentences, figures: part.figures, keys: keys)
  }

  private typealias Part = (
    picture: ProfilePage.Picture?, sentences: [String], figures: () -> [String]
  )

  private func comparisons(_ view: DateInterval) -> Part {
    func isShown(_ start: Date) -> Bool { view.start <= start && start < view.end }
    let all = days.compared[kind]
    let shown = all.filter { isShown($0.start) }
    guard let whole = TrainingDay(joining: shown) else {
      let before = all.last { $0.start < view.start }?.start
      return (nil, [ProfileScreenText.nothing(lastBefore: before, in: calendar)], { [] })
    }
    let sentences = [ProfileScreenText.compared(whole, days: shown.count)] + verdicts
    let levels = kind == .unison ? days.levels.filter { isShown($0.start) } : []
    guard !levels.isEmpty else {
      return (nil, sentences, { [] })
    }
    let plot = LevelPlot(days: levels, time: view, calendar: calendar, glyphs: glyphs)
    return (
      ProfilePage.Picture(
        legends: { _ in ProfileScreenText.levelLegends(glyphs) }, fewestRows: Self.fewestRows,
        grows: true
      ) { plot.lines(columns: $0, rows: $1) },
      sentences,
      {
        let (period, groups) = ReportPeriod.groups(
          levels, atMost: Self.mostFigures, start: \.start, in: calendar)
        return groups.compactMap { _, days in
          days.last.map { last in
            ProfileScreenText.figure(
              last, days.reduce(0) { $0 + $1.answers }, period, in: calendar)
          }
        }
      }
    )
  }

  /// What may be said of the comparisons, their trend last.
  private var verdicts: [String] {
    switch kind {
    case .unison: VerdictText.sentences(profile.unison)
    case .interval: VerdictText.sentences(profile.intervals)
    }
  }

  private func matchings(_ view: DateInterval) -> Part {
    let all = days.matched[kind]
    let shown = all.filter { view.start <= $0.start && $0.start < view.end }
    guard let whole = MatchingDay(joining: shown) else {
      let before = all.last { $0.start < view.start }?.start
      return (nil, [ProfileScreenText.nothing(lastBefore: before, in: calendar)], { [] })
    }
    let plot = MatchedPlot(days: shown, time: view, calendar: calendar, glyphs: glyphs)
    return (
      ProfilePage.Picture(
        legends: { _ in ProfileScreenText.matchedLegends(glyphs) }, fewestRows: Self.fewestRows,
        grows: true
      ) { plot.lines(columns: $0, rows: $1) },
      [ProfileScreenText.matched(whole, days: shown.count)]
        + VerdictText.sentences(profile.matching[kind].verdicts),
      {
        let (period, groups) = ReportPeriod.groups(
          shown, atMost: Self.mostFigures, start: \.start, in: calendar)
        return groups.compactMap { _, days in
          MatchingDay(joining: days).map { ProfileScreenText.figure($0, period, in: calendar) }
        }
      }
    )
  }
}

/// The part of a timeline that is in view: how long it is, and where it ends.
struct TimelineWindow {
  private(set) var period = TimelinePeriod.all

  /// The first moment after it; `nil` for the end of the training, whenever that is.
  private var end: Date?

  mutating func enlarge() { change(by: 1) }
  mutating func reduce() { change(by: -1) }

  /// The part of a training that is in view.
  ///
  /// - Parameter span: from the training's first day to the end of its last.
  func view(of span: DateInterval, in calendar: Calendar) -> DateInterval {
    let end = min(end ?? span.end, span.end)
    guard let start = period.move(end, by: -1, in: calendar) else { return span }
    return DateInterval(start: start, end: end)
  }

  /// Moves to the time before, as far as there was training.
  mutating func goBack(in span: DateInterval, _ calendar: Calendar) {
    let view = view(of: span, in: calendar)
    if view.start > span.start { end = view.start }
  }

  /// Moves to the time after, up to the last day of training.
  mutating func goForth(in span: DateInterval, _ calendar: Calendar) {
    let view = view(of: span, in: calendar)
    guard let next = period.move(view.end, by: 1, in: calendar) else { return }
    end = next < span.end ? next : nil
  }

  private mutating func change(by step: Int) {
    let periods = TimelinePeriod.allCases
    guard let place = periods.firstIndex(of: period), periods.indices.contains(place + step) else {
      return
    }
    period = periods[place + step]
  }
}

/// The length of time that a timeline shows, from longest to shortest.
enum TimelinePeriod: CaseIterable {
  case all, year, quarter, month, week

  /// A date moved by a number of these periods; `nil` for `all`.
  func move(_ date: Date, by count: Int, in calendar: Calendar) -> Date? {
    switch self {
    case .all: nil
    case .year: calendar.date(byAdding: .year, value: count, to: date)
    case .quarter: calendar.date(byAdding: .month, value: 3 * count, to: date)
    case .month: calendar.date(byAdding: .month, value: count, to: date)
    case .week: calendar.date(byAdding: .day, value: 7 * count, to: date)
    }
  }
}
