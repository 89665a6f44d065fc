import Foundation
import Music
import Training

/// How the level of unisons went over time: what was believed at the end of each week, not what was
/// asked, and how the single days scattered.
struct LevelCourse {
  /// The level at the end of a day with answers, and what could be said of it then.
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

  /// Of the days of the trend, if their level may be shown.
  let scatter: [Scatter]

  /// More marks with intervals than these run into one another.
  private static let mostMarks = 40

  /// - Parameter days: those with answers, in order.
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

  /// The level at the end of each of these periods, as far as it could be shown then.
  ///
  /// - Parameter days: in order.
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
