import Foundation
import Music

/// What was answered and when, beyond what the profile keeps: answers by the size of the difference,
/// matchings by their error and by day, and how much was trained on each day.
///
/// Main thread. Days are those of the calendar's time zone. Its size grows with the days of training
/// only.
public final class TrainingDiary: Resettable {
  public private(set) var answers = TrainingDiary.noAnswers
  public private(set) var errors = TrainingDiary.noErrors

  private let calendar: Calendar
  private var matchings = TrainingDiary.noMatchings
  private var activity = CalendarDays<ActiveDay>()

  public init(calendar: Calendar = .current) { self.calendar = calendar }

  /// The days with pitch matchings, in order.
  public func matchingDays(of kind: TrainingKind) -> [MatchingDay] { matchings[kind].days }

  /// The days with either training, in order.
  public var activeDays: [ActiveDay] { activity.days }

  /// Adds a comparison from a record; cheap in order of time, right in any order.
  public func update(centOffset: Cents, isCorrect: Bool, interval: DirectedInterval, date: Date) {
    answers[TrainingKind(interval)].add(centOffset: centOffset, isCorrect: isCorrect)
    activity.change(date, in: calendar) { $0.comparisons += 1 }
  }

  /// Adds a pitch matching from a record; cheap in order of time, right in any order.
  public func updateMatching(centError: Cents, interval: DirectedInterval, date: Date) {
    let kind = TrainingKind(interval)
    errors[kind].add(centError)
    matchings[kind].change(date, in: calendar) { $0.add(centError.rawValue) }
    activity.change(date, in: calendar) { $0.matchings += 1 }
  }

  public func reset() {
    answers = Self.noAnswers
    errors = Self.noErrors
    matchings = Self.noMatchings
    activity = CalendarDays()
  }

  private static let noAnswers = ByTrainingKind(unison: AnswerTally(), interval: AnswerTally())
  private static let noErrors = ByTrainingKind(unison: MatchingErrors(), interval: MatchingErrors())
  private static let noMatchings = ByTrainingKind(
    unison: CalendarDays<MatchingDay>(), interval: CalendarDays<MatchingDay>())
}

extension TrainingDiary: ComparisonObserver, PitchMatchingObserver {
  public func comparisonCompleted(_ completed: CompletedComparison) {
    update(
      centOffset: completed.comparison.centOffset, isCorrect: completed.isCorrect,
      interval: completed.comparison.interval, date: completed.timestamp)
  }

  public func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    updateMatching(
      centError: completed.userCentError, interval: completed.challenge.interval,
      date: completed.timestamp)
  }
}
