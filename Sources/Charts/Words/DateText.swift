import Foundation
import Language

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
