import Foundation
import Music

/// The comparisons of one local day.
public nonisolated struct TrainingDay: CalendarDay, Hashable, Sendable {
  /// The first moment of the day, which is not midnight where clocks were put forward then.
  public let start: Date

  /// The first moment of the next day; 23 or 25 hours later where clocks changed.
  public let end: Date

  /// How many of the comparisons were answered right.
  public private(set) var correct = 0

  private var differences = Welford()

  init(_ day: DateInterval) {
    start = day.start
    end = day.end
  }

  /// Some days as one, from the start of the first to the end of the last; `nil` of none.
  public init?(joining days: some BidirectionalCollection<TrainingDay>) {
    guard let first = days.first, let last = days.last else { return nil }
    start = first.start
    end = last.end
    for day in days {
      correct += day.correct
      differences = differences.joined(with: day.differences)
    }
  }

  public var comparisons: Int { differences.count }

  /// The mean |offset|.
  public var mean: Cents { Cents(differences.mean ?? 0) }

  mutating func add(_ difference: Double, isCorrect: Bool) {
    differences.add(difference)
    if isCorrect { correct += 1 }
  }
}
