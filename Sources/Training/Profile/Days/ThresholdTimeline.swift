import Foundation
import MainThread
import Music

/// The differences presented in comparison training, from day to day. Days are those of the
/// calendar's time zone.
public nonisolated struct ThresholdTimeline: Sendable {
  private let calendar: Calendar
  private var days = ByTrainingKind { _ in CalendarDays<TrainingDay>() }

  init(calendar: Calendar) { self.calendar = calendar }

  /// The days with training, in order.
  public func days(of kind: TrainingKind) -> [TrainingDay] { days[kind].days }

  /// Adds a comparison; cheap in order of time, right in any order.
  mutating func update(centOffset: Cents, isCorrect: Bool, in kind: TrainingKind, date: Date) {
    days[kind].change(date, in: calendar) { day in
      day.add(centOffset.magnitude, isCorrect: isCorrect)
    }
  }
}

/// The comparisons of one local day.
public nonisolated struct TrainingDay: CalendarDay, Hashable, Sendable {
  public let start: Date
  public let end: Date

  /// The number of right answers.
  public private(set) var correct = 0

  private var differences = Welford()

  public init(_ day: DateInterval) {
    start = day.start
    end = day.end
  }

  public var comparisons: Int { differences.count }

  /// The mean |offset|.
  public var mean: Cents { Cents(differences.mean ?? 0) }

  public mutating func add(_ other: TrainingDay) {
    correct += other.correct
    differences = differences.joined(with: other.differences)
  }

  fileprivate mutating func add(_ difference: Double, isCorrect: Bool) {
    differences.add(difference)
    if isCorrect { correct += 1 }
    invariant(correct <= comparisons, "right answers are among the answers")
  }
}
