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

  /// Some days as one, from the start of the first to the end of the last; `nil` of none.
  public init?(joining days: some BidirectionalCollection<ActiveDay>) {
    guard let first = days.first, let last = days.last else { return nil }
    start = first.start
    end = last.end
    comparisons = days.reduce(0) { $0 + $1.comparisons }
    matchings = days.reduce(0) { $0 + $1.matchings }
  }
}
