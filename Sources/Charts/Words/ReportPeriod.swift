import Foundation
import Language
import Training

/// The spans of time that a plot draws as one mark, which are longer if there are too many.
enum ReportPeriod: CaseIterable {
  case day, week, month, year

  /// The most marks that can be distinguished.
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
  ///
  /// - Parameter shortest: the shortest period to use.
  static func groups<Day>(
    _ days: [Day], atMost most: Int = mostMarks, from shortest: ReportPeriod = .day,
    start: (Day) -> Date, in calendar: Calendar
  ) -> (period: ReportPeriod, groups: [(label: String, days: ArraySlice<Day>)]) {
    for period in allCases.drop(while: { $0 != shortest }) where period != .year {
      let groups = period.groups(days, start: start, in: calendar)
      if groups.count <= most { return (period, groups) }
    }
    return (.year, ReportPeriod.year.groups(days, start: start, in: calendar))
  }

  /// Groups days, in order, into these periods.
  func groups<Day>(
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

  /// The first moment of the period that contains a date.
  func start(of date: Date, in calendar: Calendar) -> Date {
    switch self {
    case .day: calendar.startOfDay(for: date)
    case .week: calendar.startOfDay(for: Self.monday(before: date, in: calendar))
    case .month: calendar.dateInterval(of: .month, for: date)?.start ?? date
    case .year: calendar.dateInterval(of: .year, for: date)?.start ?? date
    }
  }

  /// The number of periods from that of a date to that of another.
  func distance(from first: Date, to last: Date, in calendar: Calendar) -> Int {
    let (begin, end) = (start(of: first, in: calendar), start(of: last, in: calendar))
    func number(_ date: Date) -> Int {
      let parts = calendar.dateComponents([.year, .month], from: date)
      return 12 * (parts.year ?? 0) + (parts.month ?? 0)
    }
    // A day whose midnight is skipped by a change of clocks is still a day.
    let days = (end.timeIntervalSince(begin) / 86_400).rounded()
    return switch self {
    case .day: Int(days)
    case .week: Int((days / 7).rounded())
    case .month: number(end) - number(begin)
    case .year: (number(end) - number(begin)) / 12
    }
  }

  /// The first moment of the period that is this number of periods after that of a date.
  func date(_ count: Int, after date: Date, in calendar: Calendar) -> Date {
    let start = start(of: date, in: calendar)
    let moved =
      switch self {
      case .day: calendar.date(byAdding: .day, value: count, to: start)
      case .week: calendar.date(byAdding: .day, value: 7 * count, to: start)
      case .month: calendar.date(byAdding: .month, value: count, to: start)
      case .year: calendar.date(byAdding: .year, value: count, to: start)
      }
    return moved ?? start
  }

  /// A date below an axis of these periods.
  func axisLabel(_ date: Date, in calendar: Calendar) -> String {
    switch self {
    case .day, .week: DateText.dayAndMonth(date, in: calendar)
    case .month: DateText.monthAndYear(date, in: calendar)
    case .year: DateText.year(date, in: calendar)
    }
  }
}

/// Days, months and years as the user reads them.
enum DateText {
  /// The calendar in which ``date(of:)`` has its dates.
  static let ofDays: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// The local day with that number (``LocalDays``), in whatever time zone it was.
  static func date(of day: Int) -> Date { LocalDays.start(of: day, in: ofDays) }

  /// A date such as `21 November 2026`.
  static func full(_ date: Date, in calendar: Calendar) -> String {
    style(calendar).day().month(.wide).year().format(date)
  }

  /// A date such as `21 Nov 2026`.
  static func short(_ date: Date, in calendar: Calendar) -> String {
    style(calendar).day().month(.abbreviated).year().format(date)
  }

  /// A date such as `21 Nov`.
  static func dayAndMonth(_ date: Date, in calendar: Calendar) -> String {
    style(calendar).day().month(.abbreviated).format(date)
  }

  /// A month such as `Nov 2026`.
  static func monthAndYear(_ date: Date, in calendar: Calendar) -> String {
    style(calendar).month(.abbreviated).year().format(date)
  }

  /// The month of a local day, with its year if that is over: `October`, `October 2025`.
  static func month(of day: Int, now: Date = .now) -> String {
    let (date, calendar) = (DateText.date(of: day), ofDays)
    let style = style(calendar).month(.wide)
    return (calendar.isDate(date, equalTo: now, toGranularity: .year) ? style : style.year())
      .format(date)
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
