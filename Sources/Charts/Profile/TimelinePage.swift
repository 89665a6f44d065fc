import Console
import Foundation
import Training

/// A training by day, and its trend.
struct TimelinePage {
  /// What is shown of the days in view.
  typealias Part = (
    picture: ProfilePage.Picture?, sentences: [String], figures: () -> [String]
  )

  let days: ProfileDays
  let profile: ProfileSnapshot
  let window: TimelineWindow
  let glyphs: Glyphs

  /// More lines of figures than these are too many to read.
  static let mostFigures = 31
  static let fewestRows = 6

  func page(of section: any ProfileSection) -> ProfilePage {
    let keys = ProfileScreenText.timelineKeys(glyphs, other: section.overallKey)
    guard let span = section.span(days) else {
      return ProfilePage(
        headings: [section.name], picture: nil, sentences: [ProfileText.untrained],
        figures: { [] }, keys: keys)
    }
    let view = window.view(of: span, in: days.calendar)
    let part = section.part(of: view, days, profile, glyphs: glyphs)
    return ProfilePage(
      headings: [section.name, ProfileScreenText.period(window.period, view, in: days.calendar)],
      picture: part.picture, sentences: part.sentences, figures: part.figures, keys: keys)
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
