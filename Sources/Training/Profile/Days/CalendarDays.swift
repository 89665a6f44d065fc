import Foundation

/// The figures of one local day, or of several days together.
public nonisolated protocol CalendarDay {
  /// The first moment of the day: not midnight if clocks were put forward at midnight.
  var start: Date { get }

  /// The first moment of the next day: 23 or 25 hours later on a day on which clocks change.
  var end: Date { get }

  /// A day without training.
  init(_ day: DateInterval)

  /// Adds the figures of another day.
  mutating func add(_ other: Self)
}

nonisolated extension CalendarDay {
  /// Joins several days, from the start of the first to the end of the last; `nil` if there are
  /// none.
  public init?(joining days: some BidirectionalCollection<Self>) {
    guard let first = days.first, let last = days.last else { return nil }
    self.init(DateInterval(start: first.start, end: last.end))
    for day in days { add(day) }
  }
}

/// The days with training, in order.
nonisolated struct CalendarDays<Day: CalendarDay> {
  private(set) var days: [Day] = []

  /// Changes the day that contains a moment, adding the day if it is new. O(1) in order of time,
  /// else O(log n). Only the first change of a day asks the calendar, which is slow.
  mutating func change(_ date: Date, in calendar: Calendar, _ body: (inout Day) -> Void) {
    let index = index(of: date)
    if index == days.count || date < days[index].start {
      days.insert(Day(calendar.day(of: date)), at: index)
    }
    body(&days[index])
  }

  /// The index of the day of that moment, or of its place.
  private func index(of date: Date) -> Int {
    guard let last = days.last, date < last.end else { return days.count }
    if date >= last.start { return days.count - 1 }
    var range = days.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = date < days[middle].end ? range.prefix(upTo: middle) : range.suffix(from: middle + 1)
    }
    return range.lowerBound
  }
}

nonisolated extension CalendarDays: Sendable where Day: Sendable {}

extension Calendar {
  nonisolated fileprivate func day(of date: Date) -> DateInterval {
    dateInterval(of: .day, for: date)
      ?? DateInterval(start: startOfDay(for: date), duration: 24 * 60 * 60)
  }
}

/// Numbers local days: the next day's number is one greater, whatever the clocks do. Day 0 is the
/// 1st of January 2001.
///
/// The calendar, which is slow, is asked only if a date is on another day than the previous one.
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
