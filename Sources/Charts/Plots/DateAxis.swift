import Foundation

/// The ticks of an axis of dates: days, months or years, few enough to be read.
struct DateAxis {
  private enum Step {
    case days(Int)
    case months(Int)
    case years(Int)
  }

  let calendar: Calendar
  var mostTicks = 6

  private static let steps: [Step] =
    [1, 2, 7, 14].map { .days($0) } + [1, 2, 3, 6].map { .months($0) }
    + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].map { .years($0) }

  /// - Parameter domain: seconds since 1970.
  func ticks(in domain: ClosedRange<Double>) -> [AxisTick] {
    let step = Self.steps.first { count($0, in: domain) <= mostTicks } ?? .years(2000)
    return ticks(step, in: domain)
  }

  /// The approximate number of ticks at a step.
  private func count(_ step: Step, in domain: ClosedRange<Double>) -> Int {
    let days = (domain.upperBound - domain.lowerBound) / 86_400
    return switch step {
    case .days(let number): Int(days / Double(number)) + 1
    case .months(let number): Int(days / 30.4 / Double(number)) + 1
    case .years(let number): Int(days / 365 / Double(number)) + 1
    }
  }

  private func ticks(_ step: Step, in domain: ClosedRange<Double>) -> [AxisTick] {
    let start = Date(timeIntervalSince1970: domain.lowerBound)
    let parts = calendar.dateComponents([.year, .month, .day], from: start)
    var begin = DateComponents(year: parts.year, month: 1, day: 1)
    let (unit, size): (Calendar.Component, Int)
    switch step {
    case .days(let number):
      (unit, size) = (.day, number)
      begin = parts
    case .months(let number): (unit, size) = (.month, number)
    case .years(let number):
      (unit, size) = (.year, number)
      begin.year = (parts.year ?? 1970) / number * number
    }
    guard let first = calendar.date(from: begin) else { return [] }
    var ticks: [AxisTick] = []
    for number in 0... {
      guard let date = calendar.date(byAdding: unit, value: number * size, to: first),
        date.timeIntervalSince1970 <= domain.upperBound
      else { break }
      if date < start { continue }
      ticks.append(AxisTick(value: date.timeIntervalSince1970, label: label(date, unit)))
    }
    return ticks
  }

  private func label(_ date: Date, _ unit: Calendar.Component) -> String {
    switch unit {
    case .day: DateText.dayAndMonth(date, in: calendar)
    case .month: DateText.monthAndYear(date, in: calendar)
    default: DateText.year(date, in: calendar)
    }
  }
}

/// The time that an axis of dates shows, in seconds since 1970.
struct TimeSpan {
  let domain: ClosedRange<Double>

  /// At least a week, so that few days do not fill the whole width.
  private static let shortest = 7 * 86_400.0

  /// - Parameter periods: in order, at least one.
  init(_ periods: [(start: Date, end: Date)]) {
    let start = periods.first?.start.timeIntervalSince1970 ?? 0
    let end = periods.last?.end.timeIntervalSince1970 ?? 0
    domain = min(start, end - Self.shortest)...max(end, start)
  }

  static func middle(_ start: Date, _ end: Date) -> Double {
    (start.timeIntervalSince1970 + end.timeIntervalSince1970) / 2
  }
}
