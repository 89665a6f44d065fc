import Foundation

/// How much of the time a timeline shows, from most to least.
enum TimelinePeriod: CaseIterable {
  case all, year, quarter, month, week

  /// A date moved by so many of these; `nil` for all of the time.
  func move(_ date: Date, by count: Int, in calendar: Calendar) -> Date? {
    switch self {
    case .all: nil
    case .year: calendar.date(byAdding: .year, value: count, to: date)
    case .quarter: calendar.date(byAdding: .month, value: 3 * count, to: date)
    case .month: calendar.date(byAdding: .month, value: count, to: date)
    case .week: calendar.date(byAdding: .day, value: 7 * count, to: date)
    }
  }
}
