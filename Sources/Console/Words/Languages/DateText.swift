import Foundation

/// Days as the user reads them.
public nonisolated enum DateText {
  /// Such as `2026-11-21`; in German `21.11.2026`.
  public static func day(_ date: Date, in calendar: Calendar = .current) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    let (month, day) = (twoDigits(parts.month), twoDigits(parts.day))
    // Translators: year, month and day, in digits.
    return localized(context: "date", "%@-%@-%@", String(parts.year ?? 0), month, day)
  }

  private static func twoDigits(_ number: Int?) -> String {
    let text = String(number ?? 0)
    return text.count < 2 ? "0" + text : text
  }
}
