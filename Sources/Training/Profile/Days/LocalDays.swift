import Foundation

/// Numbers the local days: the next day's number is one greater, whatever the clocks do. Day 0 is the
/// 1st of January 2001.
///
/// The calendar, which is slow, is asked only if a date is not of the day of the one before.
public nonisolated struct LocalDays: Sendable {
  private let calendar: Calendar
  private var latest = DateInterval(start: .distantPast, duration: 0)
  private var latestNumber = 0

  /// - Parameter calendar: its time zone decides when a day ends.
  public init(calendar: Calendar = .current) { self.calendar = calendar }

  /// The number of the day that contains a moment.
  public mutating func number(of date: Date) -> Int {
    if date >= latest.start, date < latest.end { return latestNumber }
    let start = calendar.startOfDay(for: date)
    latest =
      calendar.dateInterval(of: .day, for: date)
      ?? DateInterval(start: start, duration: 24 * 60 * 60)
    let local =
      latest.start.timeIntervalSinceReferenceDate
      + Double(calendar.timeZone.secondsFromGMT(for: latest.start))
    latestNumber = Int(exactly: (local / (24 * 60 * 60)).rounded(.down)) ?? 0
    return latestNumber
  }

  /// The first moment of the local day with that number.
  public static func start(of number: Int, in calendar: Calendar) -> Date {
    var parts = DateComponents()
    (parts.year, parts.month, parts.day) = (2001, 1, 1)
    let first = calendar.date(from: parts) ?? Date(timeIntervalSinceReferenceDate: 0)
    let day = calendar.date(byAdding: .day, value: number, to: first) ?? first
    return calendar.startOfDay(for: day)
  }
}
