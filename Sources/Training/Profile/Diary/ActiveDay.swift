import Foundation

/// How much was trained on one local day.
public nonisolated struct ActiveDay: CalendarDay, Hashable, Sendable {
  /// The first moments of the day and of the next.
  public let start: Date
  public let end: Date

  public internal(set) var comparisons = 0
  public internal(set) var matchings = 0

  init(_ day: DateInterval) {
    start = day.start
    end = day.end
  }
}
