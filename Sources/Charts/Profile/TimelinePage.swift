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

  /// More lines of figures than these are not read.
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
    let all = days.asked[kind]
    let shown = all.filter { view.start <= $0.day.start && $0.day.start < view.end }
    let trend = TrendText.sentence(ofThresholds: profile.comparison[kind].change)
    guard let whole = TrainingDay(joining: shown.map(\.day)) else {
      let before = all.last { $0.day.start < view.start }?.day.start
      return (nil, [ProfileScreenText.nothing(lastBefore: before, in: calendar)], { [] })
    }
    let plot = AskedPlot(days: shown, time: view, calendar: calendar, glyphs: glyphs)
    return (
      ProfilePage.Picture(
        legends: { columns in
          let isSparse = AskedPlot.isSparse(shown.count, columns: columns)
          return ProfileScreenText.askedLegends(glyphs, isSparse: isSparse)
        },
        fewestRows: Self.fewestRows, grows: true
      ) { columns, rows in
        plot.lines(columns: columns, rows: rows)
      },
      [ProfileScreenText.asked(whole, days: shown.count), trend],
      {
        let (period, groups) = ReportPeriod.groups(
          shown.map(\.day), atMost: Self.mostFigures, start: \.start, in: calendar)
        return groups.compactMap { _, days in
          TrainingDay(joining: days).map { ProfileScreenText.figure($0, period, in: calendar) }
        }
      }
    )
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
        + TrendText.sentences(
          ofSpread: profile.matching[kind].precision, ofBias: profile.matching[kind].accuracy),
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
