import Console
import Foundation
import Language
import Music
import Training

/// A training week by week: the threshold as it was estimated at the end of each week, or the mean
/// and the spread of the notes that were tuned in it.
struct WeeksPage {
  let days: ProfileDays
  let window: TimelineWindow
  let section: any ProfileSection

  /// The user can pick one of several intervals.
  let picks: Bool
  let glyphs: Glyphs

  private static let mostFigures = 31

  private var calendar: Calendar { days.calendar }

  /// - Parameter sentences: the sentences about the training, its trend first.
  func page(_ title: String, sentences: [String]) -> ProfilePage {
    guard let span = section.span(days) else {
      return ProfilePage(
        title: title, view: "", picture: nil,
        sentences: [section.choice.untrained],
        figures: { [] },
        keys: ProfileScreenText.weeksKeys(
          glyphs, other: section.overallKey, picks: false, zooms: false, moves: false))
    }
    let view = window.view(of: span, in: calendar)
    let keys = ProfileScreenText.weeksKeys(
      glyphs, other: section.overallKey, picks: picks, zooms: true,
      moves: view.start > span.start || view.end < span.end)
    let trained = section.days(days).map(\.start)
    let count = trained.count(where: view.shows)
    guard count > 0 else {
      let before = trained.last { $0 < view.start }
      return ProfilePage(
        title: title, view: ProfileScreenText.dates(view, in: calendar), picture: nil,
        sentences: [ProfileScreenText.nothing(lastBefore: before, in: calendar)],
        figures: { [] }, keys: keys)
    }
    let series = section.series(days, in: view)
    let results = section.results(days, in: view)
    return ProfilePage(
      title: title, view: ProfileScreenText.dates(view, in: calendar),
      picture: picture(series),
      sentences: sentences + [ProfileScreenText.trained(results, on: count)],
      figures: { figures(series) }, keys: keys)
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
    // A longer period may end between two weeks; values beyond the axis stand at its end.
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
          column: timeline.column(of: point.start, point.line), low: point.low,
          high: point.high, value: point.value, sign: point.line?.sign)
      }
      return EstimatePlot(
        heading: series.heading,
        legend: series.legend(
          glyphs,
          columns: PlotHeading.roomForLegend(beside: series.heading, columns: size.columns)),
        axis: axis, marks: marks,
        names: timeline.names, glyphs: glyphs
      ).lines(size)
    }
  }
}

/// The figures of a training by weeks or longer periods.
protocol WeekSeries {
  var starts: [Date] { get }
  var heading: String { get }

  /// - Parameter columns: the room for the legend.
  func legend(_ glyphs: Glyphs, columns: Int) -> String
  func axis(_ values: [Double]) -> CentsAxis

  /// The points that may be shown, in order.
  func points(by period: ReportPeriod) -> [WeekPoint]
}

/// The figure of a week or of a longer period, in cents.
struct WeekPoint {
  /// A moment in the period.
  let start: Date
  let low: Double
  let high: Double
  let value: Double

  /// The figure in words, and the number of results in the period.
  let text: String

  /// The place among several figures of the period; `nil` for a single one.
  var line: Line?

  struct Line {
    /// The sign of the figure, instead of a dot.
    let sign: String
    let number: Int
    let count: Int
  }
}

/// The columns of weeks, one or several for each, or of longer periods if there are too many weeks.
private struct Timeline {
  let period: ReportPeriod
  private let first: Date
  private let count: Int
  private let step: Int
  private let calendar: Calendar

  /// The widest step, beyond which weeks look unrelated.
  private static let widestStep = 5

  /// The blanks between two dates.
  private static let gap = 2

  /// - Parameter dates: at least one date, in order.
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

  /// The middle column of a period, or the one left of it.
  ///
  /// - Parameter line: the place among several figures of a period, which stand side by side if
  ///   there is room.
  func column(of date: Date, _ line: WeekPoint.Line?) -> Int {
    let inPeriod = line.map { (2 * $0.number + 1) * step / (2 * $0.count) } ?? (step > 1 ? 1 : 0)
    return period.distance(from: first, to: date, in: calendar) * step + inPeriod
  }

  /// The dates below the axis, at equal distances.
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

/// The part of a timeline in view.
struct TimelineWindow {
  private(set) var period = TimelinePeriod.all

  /// The first moment after the view; `nil` for the end of the training.
  private var end: Date?

  /// Shows a shorter time, after the shortest the whole again.
  mutating func enlarge() {
    let periods = TimelinePeriod.allCases
    let next = (periods.firstIndex(of: period) ?? 0) + 1
    period = next < periods.count ? periods[next] : .all
  }

  /// The part of a training in view.
  ///
  /// - Parameter span: the time from the training's first day to the end of its last.
  func view(of span: DateInterval, in calendar: Calendar) -> DateInterval {
    let end = min(end ?? span.end, span.end)
    guard let start = period.move(end, by: -1, in: calendar) else { return span }
    return DateInterval(start: start, end: end)
  }

  /// Moves to the time before, if there was training.
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

/// The length of a timeline, from longest to shortest.
enum TimelinePeriod: CaseIterable {
  case all, year, quarter

  /// Moves a date by a number of these periods; `nil` for `all`.
  func move(_ date: Date, by count: Int, in calendar: Calendar) -> Date? {
    switch self {
    case .all: nil
    case .year: calendar.date(byAdding: .year, value: count, to: date)
    case .quarter: calendar.date(byAdding: .month, value: 3 * count, to: date)
    }
  }
}
