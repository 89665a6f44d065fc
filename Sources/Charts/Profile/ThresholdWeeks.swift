import Console
import Foundation
import Language
import Music
import Training

/// The threshold of unisons, or of one interval, at the end of each week.
struct LevelWeeks: WeekSeries {
  let days: [LevelCourse.Day]

  /// Of the interval; `nil` of unisons.
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

/// The thresholds of several intervals at the end of each week, each with a sign of its own.
struct IntervalWeeks: WeekSeries {
  /// From the prime outwards.
  let intervals: [IntervalDays]

  /// The number of answers in words.
  var count: @MainActor (Int) -> String = TrainingName.comparison.words.count
  let calendar: Calendar

  /// As many as there are intervals to compare.
  private static let signs = "123456789abcdefghijklmnop".map { String($0) }

  var starts: [Date] {
    Set(intervals.flatMap { $0.course.map(\.day.day) }).sorted().map {
      LocalDays.start(of: $0, in: calendar)
    }
  }

  var heading: String { ProfileScreenText.thresholds }

  /// Names if there is room for them, else the short ones, as many as fit: `1 fifth ↑  2 octave ↓`.
  func legend(_ glyphs: Glyphs, columns: Int) -> String {
    let signed = zip(Self.signs, intervals.map(\.interval))
    let long = signed.map { "\($0) \(IntervalName.short($1, glyphs))" }
    let short = signed.map { "\($0) \($1)" }
    func text(_ names: some Sequence<String>) -> String { names.joined(separator: "  ") }
    if text(long).columns <= columns { return text(long) }
    let most = (0...short.count).last { text(short.prefix($0)).columns <= columns } ?? 0
    return text(short.prefix(most))
  }

  func axis(_ values: [Double]) -> CentsAxis { .logarithmic(values) }

  /// Without the ends of their intervals, which would run into one another.
  func points(by period: ReportPeriod) -> [WeekPoint] {
    let points = zip(Self.signs, intervals).enumerated().flatMap { line, interval in
      LevelCourse.entries(interval.1.course, by: period, in: calendar).map { entry in
        let value = entry.level.value.rawValue
        return WeekPoint(
          start: entry.start, low: value, high: value, value: value,
          text: localized(
            "%@: %@", NoteName.text(interval.1.interval),
            ProfileScreenText.level(entry.level, entry.answers, count)),
          line: WeekPoint.Line(sign: interval.0, number: line, count: intervals.count))
      }
    }
    return points.sorted { $0.start < $1.start }
  }
}
