import Console
import Foundation
import Language
import Music
import Training

/// The course of the level of unisons: the estimate at the end of each week, not the differences
/// that were asked, and the scatter of the single days.
struct LevelCourse {
  /// The level at the end of a day with answers, and its state then.
  typealias Day = (day: LevelOfDay, state: FigureState)

  /// The level at the end of a period, and the number of its comparisons.
  struct Entry {
    let label: String
    let start: Date
    let end: Date
    let answers: Int
    let level: CentsEstimate
  }

  /// The threshold of a day, or of some days together.
  struct Scatter {
    let date: Date
    let answers: Int
    let threshold: Cents
  }

  let period: ReportPeriod

  /// The periods at whose end the level could be shown.
  let entries: [Entry]

  /// The days of the trend, if their level may be shown.
  let scatter: [Scatter]

  /// The most marks with intervals that do not run into one another.
  private static let mostMarks = 40

  /// - Parameter days: the days with answers, in order.
  init(
    _ days: [Day], level: ThresholdVerdict, trend: ThresholdTrend?, in calendar: Calendar
  ) {
    func start(_ day: Int) -> Date { LocalDays.start(of: day, in: calendar) }
    period =
      ReportPeriod.groups(
        days, atMost: Self.mostMarks, from: .week, start: { start($0.day.day) }, in: calendar
      ).period
    entries = Self.entries(days, by: period, in: calendar)
    let present = level.threshold.value.rawValue
    scatter =
      level.state == .shown
      ? (trend?.days ?? []).map { day in
        Scatter(
          // The middle of the day.
          date: start(Int(day.day.rounded())).addingTimeInterval(12 * 60 * 60),
          answers: day.answers, threshold: Cents(present * exp(day.departure)))
      } : []
  }

  /// The level at the end of each of these periods, if it could be shown then.
  static func entries(
    _ days: [Day], by period: ReportPeriod, in calendar: Calendar
  ) -> [Entry] {
    func start(_ day: Int) -> Date { LocalDays.start(of: day, in: calendar) }
    return period.groups(days, start: { start($0.day.day) }, in: calendar).compactMap {
      label, days in
      guard let first = days.first?.day, let last = days.last, last.state == .shown else {
        return nil
      }
      return Entry(
        label: label, start: start(first.day), end: start(last.day.day + 1),
        answers: days.reduce(0) { $0 + $1.day.answers }, level: last.day.level)
    }
  }
}

/// The threshold of unisons, or of one interval, at the end of each week.
struct LevelWeeks: WeekSeries {
  let days: [LevelCourse.Day]

  /// The name of the interval; `nil` for unisons.
  var name: String?

  /// The number of answers in words.
  var count: @MainActor (Int) -> String = TrainingName.comparison.words.count
  let calendar: Calendar

  var starts: [Date] { days.map { LocalDays.start(of: $0.day.day, in: calendar) } }

  var heading: String {
    name.map { localized("%@: %@", ProfileScreenText.thresholds, $0) }
      ?? ProfileScreenText.thresholds
  }

  func legend(_ glyphs: Glyphs, columns _: Int) -> String {
    ProfileScreenText.estimateLegend(glyphs)
  }

  func axis(_ values: [Double]) -> CentsAxis { .logarithmic(values) }

  func points(by period: ReportPeriod) -> [WeekPoint] {
    LevelCourse.entries(days, by: period, in: calendar).map { entry in
      WeekPoint(
        start: entry.start, low: entry.level.low.rawValue, high: entry.level.high.rawValue,
        value: entry.level.value.rawValue,
        text: ProfileScreenText.level(entry.level, entry.answers, count))
    }
  }
}

extension [LevelCourse.Day] {
  /// The days that begin in that time.
  func shown(in time: DateInterval, _ calendar: Calendar) -> Self {
    filter { time.shows(LocalDays.start(of: $0.day.day, in: calendar)) }
  }
}
