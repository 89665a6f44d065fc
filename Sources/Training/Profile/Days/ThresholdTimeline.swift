import Foundation
import Music

/// How the differences presented in comparison training changed from day to day.
///
/// Main thread. Days are those of the calendar's time zone.
public final class ThresholdTimeline: Resettable {
  private let calendar: Calendar
  private var days = ThresholdTimeline.noDays

  public init(calendar: Calendar = .current) { self.calendar = calendar }

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

  /// Adds a comparison from a record; cheap in order of time, right in any order.
  public func update(centOffset: Cents, isCorrect: Bool, interval: DirectedInterval, date: Date) {
    days[TrainingKind(interval)].change(date, in: calendar) { day in
      day.add(centOffset.magnitude, isCorrect: isCorrect)
    }
  }

  public func reset() { days = Self.noDays }

  private static let noDays = ByTrainingKind(
    unison: CalendarDays<TrainingDay>(), interval: CalendarDays<TrainingDay>())

  private func firstMoment(ofWindow window: Int, endingWith day: Date) -> Date {
    let earlier = calendar.date(byAdding: .day, value: 1 - window, to: day)
    return calendar.startOfDay(for: earlier ?? day)
  }
}

extension ThresholdTimeline: ComparisonObserver {
  public func comparisonCompleted(_ completed: CompletedComparison) {
    update(
      centOffset: completed.comparison.centOffset, isCorrect: completed.isCorrect,
      interval: completed.comparison.interval, date: completed.timestamp)
  }
}

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

/// The daily thresholds of a window of days, seen from its last day.
public nonisolated struct RollingThreshold: Hashable, Sendable {
  /// The first moment of the window's last day, on which there was training.
  public let day: Date

  /// The mean of the daily means.
  public let mean: Cents

  /// The sample standard deviation of the daily means; `nil` where the window holds one day of
  /// training.
  public let deviation: Cents?
}
