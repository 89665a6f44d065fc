import Foundation

/// The time that an axis of dates shows, in seconds since 1970.
struct TimeSpan {
  let domain: ClosedRange<Double>

  /// A week at least, so that few days do not fill the whole width.
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
