import Foundation
import Music

/// The pitch matchings of one local day.
public nonisolated struct MatchingDay: CalendarDay, Hashable, Sendable {
  /// The first moments of the day and of the next.
  public let start: Date
  public let end: Date

  private var errors = Welford()

  init(_ day: DateInterval) {
    start = day.start
    end = day.end
  }

  /// Some days as one, from the start of the first to the end of the last; `nil` of none.
  public init?(joining days: some BidirectionalCollection<MatchingDay>) {
    guard let first = days.first, let last = days.last else { return nil }
    start = first.start
    end = last.end
    for day in days { errors = errors.joined(with: day.errors) }
  }

  public var count: Int { errors.count }

  /// The mean error with its sign; positive is sharp.
  public var bias: Cents { Cents(errors.mean ?? 0) }

  /// The sample standard deviation about the bias; `nil` below two matchings.
  public var spread: Cents? { errors.standardDeviation.map { Cents($0) } }

  mutating func add(_ error: Double) { errors.add(error) }
}
