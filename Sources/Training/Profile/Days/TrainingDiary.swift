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

/// How often pitch matching ended how far from the target.
///
/// A bin is half a cent wide, up to 100 cents to either side. Its size does not grow with the history.
public nonisolated struct MatchingErrors: Equatable, Sendable {
  /// The width of a bin, and how far bins reach, in cents.
  public static let binWidth = 0.5
  public static let reach = 100.0

  /// The number of errors in each bin: bin i holds −100 + i/2 ≤ error < −100 + (i + 1)/2.
  public private(set) var bins = [Int](repeating: 0, count: Int(2 * reach / binWidth))

  /// Errors beyond the bins, flat and sharp.
  public private(set) var farFlat = 0
  public private(set) var farSharp = 0

  public init() {}

  public var count: Int { bins.reduce(farFlat + farSharp, +) }

  /// Adds a committed pitch; positive is sharp. O(1).
  public mutating func add(_ centError: Cents) {
    let error = centError.rawValue
    if error < -Self.reach {
      farFlat += 1
    } else if error >= Self.reach {
      farSharp += 1
    } else {
      bins[min(Int((error + Self.reach) / Self.binWidth), bins.count - 1)] += 1
    }
  }
}
