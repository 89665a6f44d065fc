import Foundation

/// The figures of one local day, or of several days together.
public nonisolated protocol CalendarDay {
  /// The first moment of the day. It is not midnight if clocks were put forward at midnight.
  var start: Date { get }

  /// The first moment of the next day: 23 or 25 hours later on a day on which clocks change.
  var end: Date { get }

  /// A day without training.
  init(_ day: DateInterval)

  /// Adds the figures of another day.
  mutating func add(_ other: Self)
}

nonisolated extension CalendarDay {
  /// Several days as one, from the start of the first to the end of the last; `nil` if there are
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

  /// The index at which the day of that moment is, or belongs.
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
