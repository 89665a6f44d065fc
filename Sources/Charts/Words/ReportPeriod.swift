import Foundation
import Language

/// The spans of time that a plot by day draws as one mark: days, or longer spans if there are too
/// many days.
enum ReportPeriod: CaseIterable {
  case day, week, month, year

  /// More marks than these cannot be told apart.
  static let mostMarks = 180

  /// The date as written in tables: `2026-11-21`, `2026-11` or `2026`; for a week, the date of its
  /// Monday.
  func label(_ date: Date, in calendar: Calendar) -> String {
    let first = self == .week ? Self.monday(before: date, in: calendar) : date
    let parts = calendar.dateComponents([.year, .month, .day], from: first)
    let year = String(format: "%04d", parts.year ?? 0)
    let month = String(format: "%02d", parts.month ?? 0)
    return switch self {
    case .day, .week: "\(year)-\(month)-\(String(format: "%02d", parts.day ?? 0))"
    case .month: "\(year)-\(month)"
    case .year: year
    }
  }

  static func monday(before date: Date, in calendar: Calendar) -> Date {
    // Sunday is 1.
    let days = (calendar.component(.weekday, from: date) + 5) % 7
    return calendar.date(byAdding: .day, value: -days, to: date) ?? date
  }

  /// Groups days, in order, into the shortest periods that are few enough.
  static func groups<Day>(
    _ days: [Day], atMost most: Int = mostMarks, start: (Day) -> Date, in calendar: Calendar
  ) -> (period: ReportPeriod, groups: [(label: String, days: ArraySlice<Day>)]) {
    for period in [ReportPeriod.day, .week, .month] {
      let groups = period.groups(days, start: start, in: calendar)
      if groups.count <= most { return (period, groups) }
    }
    return (.year, ReportPeriod.year.groups(days, start: start, in: calendar))
  }

  private func groups<Day>(
    _ days: [Day], start: (Day) -> Date, in calendar: Calendar
  ) -> [(label: String, days: ArraySlice<Day>)] {
    var groups: [(label: String, days: ArraySlice<Day>)] = []
    for (index, day) in days.enumerated() {
      let label = label(start(day), in: calendar)
      if let last = groups.indices.last, groups[last].label == label {
        groups[last].days = days[groups[last].days.startIndex...index]
      } else {
        groups.append((label, days[index...index]))
      }
    }
    return groups
  }
}

/// Days, months and years as the user reads them.
enum DateText {
  /// Such as `21 November 2026`.
  static func full(_ date: Date, in calendar: Calendar) -> String {
    style(calendar).day().month(.wide).year().format(date)
  }

  /// Such as `21 Nov 2026`.
  static func short(_ date: Date, in calendar: Calendar) -> String {
    style(calendar).day().month(.abbreviated).year().format(date)
  }

  /// Such as `21 Nov`.
  static func dayAndMonth(_ date: Date, in calendar: Calendar) -> String {
    style(calendar).day().month(.abbreviated).format(date)
  }

  /// Such as `Nov 2026`.
  static func monthAndYear(_ date: Date, in calendar: Calendar) -> String {
    style(calendar).month(.abbreviated).year().format(date)
  }

  static func year(_ date: Date, in calendar: Calendar) -> String {
    style(calendar).year().format(date)
  }

  private static func style(_ calendar: Calendar) -> Date.FormatStyle {
    Date.FormatStyle(
      locale: Locale(identifier: localized(context: "locale of dates", "en_GB")),
      calendar: calendar, timeZone: calendar.timeZone)
  }
}
