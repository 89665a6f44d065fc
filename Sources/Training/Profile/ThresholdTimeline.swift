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
