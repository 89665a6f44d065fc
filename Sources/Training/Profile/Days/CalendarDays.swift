import Foundation

/// The days with training, in order.
nonisolated struct CalendarDays<Day: CalendarDay> {
  private(set) var days: [Day] = []

  /// Changes the day of a moment, which begins with the first change. O(1) in order of time, else
  /// O(log n); only the first change of a day asks the calendar, which is slow.
  mutating func change(_ date: Date, in calendar: Calendar, _ body: (inout Day) -> Void) {
    let index = index(of: date)
    if index == days.count || date < days[index].start {
      days.insert(Day(calendar.day(of: date)), at: index)
    }
    body(&days[index])
  }

  /// Where the day of that moment is, or belongs.
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

extension Calendar {
  nonisolated fileprivate func day(of date: Date) -> DateInterval {
    dateInterval(of: .day, for: date)
      ?? DateInterval(start: startOfDay(for: date), duration: 24 * 60 * 60)
  }
}

/// Something that is kept for each local day.
nonisolated protocol CalendarDay {
  /// The first moment of the day, which is not midnight where clocks were put forward then.
  var start: Date { get }

  /// The first moment of the next day; 23 or 25 hours later where clocks changed.
  var end: Date { get }

  init(_ day: DateInterval)
}
