import Foundation
import MainThread
import Music

/// How the differences presented in comparison training changed from day to day.
///
/// Days are those of the calendar's time zone.
public nonisolated struct ThresholdTimeline: Sendable {
  private let calendar: Calendar
  private var days = ByTrainingKind { _ in CalendarDays<TrainingDay>() }

  init(calendar: Calendar) { self.calendar = calendar }

  /// The days with training, in order.
  public func days(of kind: TrainingKind) -> [TrainingDay] { days[kind].days }

  /// For each day with training, the daily means of the `window` calendar days that end with it.
  /// Each day weighs the same, however long the training was.
  ///
  /// - Precondition: `window` is positive.
  public func rolling(over window: Int = 7, of kind: TrainingKind) -> [RollingThreshold] {
    precondition(window > 0, "a window holds at least one day")
    let days = days[kind].days
    var first = 0
    return days.indices.compactMap { last in
      let start = firstMoment(ofWindow: window, endingWith: days[last].start)
      while days[first].start < start { first += 1 }
      let means = Welford(days[first...last].lazy.map(\.mean.rawValue))
      return means.mean.map { mean in
        RollingThreshold(
          day: days[last].start, mean: Cents(mean),
          deviation: means.standardDeviation.map { Cents($0) })
      }
    }
  }

  /// Adds a comparison; cheap in order of time, right in any order.
  mutating func update(centOffset: Cents, isCorrect: Bool, in kind: TrainingKind, date: Date) {
    days[kind].change(date, in: calendar) { day in
      day.add(centOffset.magnitude, isCorrect: isCorrect)
    }
  }

  private func firstMoment(ofWindow window: Int, endingWith day: Date) -> Date {
    let earlier = calendar.date(byAdding: .day, value: 1 - window, to: day)
    return calendar.startOfDay(for: earlier ?? day)
  }
}

/// The comparisons of one local day.
public nonisolated struct TrainingDay: CalendarDay, Hashable, Sendable {
  public let start: Date
  public let end: Date

  /// How many of the comparisons were answered correctly.
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

/// The daily thresholds of a window of days, seen from its last day.
public nonisolated struct RollingThreshold: Hashable, Sendable {
  /// The first moment of the window's last day, on which there was training.
  public let day: Date

  /// The mean of the daily means.
  public let mean: Cents

  /// The sample standard deviation of the daily means; `nil` if the window holds only one day with
  /// training.
  public let deviation: Cents?
}
