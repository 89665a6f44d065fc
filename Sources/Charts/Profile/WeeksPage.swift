import Console
import Foundation
import Training

/// A training week by week: the threshold as it was believed at the end of each, or the mean and the
/// spread of the notes that were tuned in it.
struct WeeksPage {
  let days: ProfileDays
  let window: TimelineWindow
  let choice: TrainingChoice
  let glyphs: Glyphs

  /// More lines of figures than these are too many to read.
  private static let mostFigures = 31

  private var calendar: Calendar { days.calendar }
  private var kind: TrainingKind { choice.kind }

  /// - Parameter sentences: what may be said of the training, its trend first.
  func page(_ title: String, sentences: [String]) -> ProfilePage {
    let keys = ProfileScreenText.weeksKeys(choice, glyphs)
    guard let span = days.span(of: choice) else {
      return ProfilePage(
        title: title, view: "", picture: nil, sentences: [ProfileText.untrained],
        figures: { [] }, keys: keys)
    }
    let view = window.view(of: span, in: calendar)
    func isShown(_ date: Date) -> Bool { view.start <= date && date < view.end }
    let trained = days.starts(of: choice)
    let count = trained.count(where: isShown)
    guard count > 0 else {
      let before = trained.last { $0 < view.start }
      return ProfilePage(
        title: title, view: ProfileScreenText.dates(view, in: calendar), picture: nil,
        sentences: [ProfileScreenText.nothing(lastBefore: before, in: calendar)],
        figures: { [] }, keys: keys)
    }
    // Intervals have no common level.
    let series: any WeekSeries =
      switch choice.training {
      case .comparison:
        LevelWeeks(
          days: kind == .unison
            ? days.course.filter { isShown(LocalDays.start(of: $0.day.day, in: calendar)) } : [],
          calendar: calendar)
      case .matching:
        MatchingWeeks(days: days.matched[kind].filter { isShown($0.start) }, calendar: calendar)
      }
    return ProfilePage(
      title: title, view: ProfileScreenText.dates(view, in: calendar),
      picture: picture(series),
      sentences: sentences + [ProfileScreenText.trained(results(in: view), on: count)],
      figures: { figures(series) }, keys: keys)
  }

  /// The number of results in view.
  private func results(in view: DateInterval) -> String {
    switch choice.training {
    case .comparison:
      ProfileScreenText.comparisons(
        days.compared[kind].reduce(0) { sum, day in
          view.start <= day.start && day.start < view.end ? sum + day.comparisons : sum
        })
    case .matching:
      HearingWords.notes(
        days.matched[kind].reduce(0) { sum, day in
          view.start <= day.start && day.start < view.end ? sum + day.count : sum
        })
    }
  }

  private func figures(_ series: any WeekSeries) -> [String] {
    let period =
      ReportPeriod.groups(
        series.starts, atMost: Self.mostFigures, from: .week, start: { $0 }, in: calendar
      ).period
    return series.points(by: period).map { point in
      localized("%@: %@", ProfileScreenText.date(point.start, period, in: calendar), point.text)
    }
  }

  /// `nil` if nothing may be shown.
  private func picture(_ series: any WeekSeries) -> ProfilePage.Picture? {
    // A longer period may end between two weeks; what is beyond the axis stands at its end.
    let ends = series.points(by: .week).flatMap { [$0.low, $0.high] }
    guard !ends.isEmpty else { return nil }
    let axis = series.axis(ends)
    return ProfilePage.Picture(
      fewestRows: EstimatePlot.fewest, mostRows: StageFrame.largestPlot.rows
    ) { size in
      let capacity = EstimatePlot.capacity(columns: size.columns, axis)
      let timeline = Timeline(
        series.points(by: .week).map(\.start), capacity: capacity, calendar: calendar)
      let marks = series.points(by: timeline.period).map { point in
        EstimatePlot.Mark(
          column: timeline.column(of: point.start), low: point.low, high: point.high,
          value: point.value)
      }
      return EstimatePlot(
        heading: series.heading, legend: series.legend(glyphs), axis: axis, marks: marks,
        names: timeline.names, glyphs: glyphs
      ).lines(size)
    }
  }
}

/// Figures of a training that can be taken together by weeks or longer periods.
private protocol WeekSeries {
  /// The days that it rests on.
  var starts: [Date] { get }
  var heading: String { get }
  func legend(_ glyphs: Glyphs) -> String
  func axis(_ values: [Double]) -> CentsAxis

  /// In order; only those that may be shown.
  func points(by period: ReportPeriod) -> [WeekPoint]
}

/// The figure of a week or of a longer period, in cents.
private struct WeekPoint {
  /// A moment in the period.
  let start: Date
  let low: Double
  let high: Double
  let value: Double

  /// The figure in words, and the number of results in the period.
  let text: String
}

/// The threshold of unisons at the end of each week.
private struct LevelWeeks: WeekSeries {
  let days: [LevelCourse.Day]
  let calendar: Calendar

  var starts: [Date] { days.map { LocalDays.start(of: $0.day.day, in: calendar) } }
  var heading: String { ProfileScreenText.thresholds }

  func legend(_ glyphs: Glyphs) -> String { ProfileScreenText.estimateLegend(glyphs) }

  func axis(_ values: [Double]) -> CentsAxis { .logarithmic(values) }

  func points(by period: ReportPeriod) -> [WeekPoint] {
    LevelCourse.entries(days, by: period, in: calendar).map { entry in
      WeekPoint(
        start: entry.start, low: entry.level.low.rawValue, high: entry.level.high.rawValue,
        value: entry.level.value.rawValue,
        text: ProfileScreenText.level(entry.level, entry.answers))
    }
  }
}

/// The mean and the spread of the notes tuned in each week.
private struct MatchingWeeks: WeekSeries {
  let days: [MatchingDay]
  let calendar: Calendar

  var starts: [Date] { days.map(\.start) }
  var heading: String { ProfileScreenText.errors }

  func legend(_ glyphs: Glyphs) -> String { ProfileScreenText.spreadLegend(glyphs) }

  func axis(_ values: [Double]) -> CentsAxis { .signed(values + [0]) }

  func points(by period: ReportPeriod) -> [WeekPoint] {
    period.groups(days, start: \.start, in: calendar).compactMap { _, days in
      guard let whole = MatchingDay(joining: days) else { return nil }
      let (bias, spread) = (whole.bias.rawValue, whole.spread?.rawValue ?? 0)
      return WeekPoint(
        start: whole.start, low: bias - spread, high: bias + spread, value: bias,
        text: ProfileScreenText.matched(whole))
    }
  }
}

/// Where weeks stand beside one another: a column for each, or some if there are few; longer periods if
/// there are too many.
private struct Timeline {
  let period: ReportPeriod
  private let first: Date
  private let count: Int
  private let step: Int
  private let calendar: Calendar

  /// Weeks that are further apart look as if they had nothing to do with one another.
  private static let widestStep = 5

  /// The blanks between two dates.
  private static let gap = 2

  /// - Parameter dates: in order, at least one.
  init(_ dates: [Date], capacity: Int, calendar: Calendar) {
    let (first, last) = (dates.first ?? .distantPast, dates.last ?? .distantPast)
    func count(_ period: ReportPeriod) -> Int {
      period.distance(from: first, to: last, in: calendar) + 1
    }
    let period = [ReportPeriod.week, .month].first { count($0) <= capacity } ?? .year
    self.period = period
    self.first = first
    self.count = count(period)
    self.calendar = calendar
    step = min(max(capacity / self.count, 1), Self.widestStep)
  }

  /// The middle one of a period's columns, or the one left of it.
  func column(of date: Date) -> Int {
    period.distance(from: first, to: date, in: calendar) * step + (step > 1 ? 1 : 0)
  }

  /// The dates below, at equal distances.
  var names: [EstimatePlot.Name] {
    let width = name(0).text.columns + Self.gap
    return stride(from: 0, to: count, by: (width + step - 1) / step).map(name)
  }

  private func name(_ index: Int) -> EstimatePlot.Name {
    EstimatePlot.Name(
      column: index * step,
      text: period.axisLabel(period.date(index, after: first, in: calendar), in: calendar))
  }
}

/// The part of a timeline that is in view: how long it is, and where it ends.
struct TimelineWindow {
  private(set) var period = TimelinePeriod.all

  /// The first moment after it; `nil` for the end of the training, whenever that is.
  private var end: Date?

  /// Shows a shorter time; after the shortest, all again.
  mutating func enlarge() {
    let periods = TimelinePeriod.allCases
    let next = (periods.firstIndex(of: period) ?? 0) + 1
    period = next < periods.count ? periods[next] : .all
  }

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
}

/// The length of time that a timeline shows, from longest to shortest.
enum TimelinePeriod: CaseIterable {
  case all, year, quarter

  /// A date moved by a number of these periods; `nil` for `all`.
  func move(_ date: Date, by count: Int, in calendar: Calendar) -> Date? {
    switch self {
    case .all: nil
    case .year: calendar.date(byAdding: .year, value: count, to: date)
    case .quarter: calendar.date(byAdding: .month, value: 3 * count, to: date)
    }
  }
}
