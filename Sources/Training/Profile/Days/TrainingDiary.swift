import Foundation
import MainThread
import Music

/// A diary of the training beyond the profile: matchings and played notes by their error and by
/// day, and the amount of training on each day.
///
/// Days are those of the calendar's time zone. Its size grows only with the number of days with
/// training.
public nonisolated struct TrainingDiary: Sendable {
  private var tuned = TunedNotes()
  private var played = TunedNotes()

  private let calendar: Calendar
  private var activity = CalendarDays<ActiveDay>()

  init(calendar: Calendar) { self.calendar = calendar }

  /// The errors of pitch matchings.
  public var errors: ByPresentation<ByTrainingKind<MatchingErrors>> { tuned.errors }

  /// The errors of played notes.
  public var playedErrors: ByPresentation<ByTrainingKind<MatchingErrors>> { played.errors }

  /// The days with pitch matchings, in order.
  public func matchingDays(
    of kind: TrainingKind, _ presentation: Presentation = .melodic
  ) -> [MatchingDay] { tuned.days[presentation][kind].days }

  /// The days with played notes, in order.
  public func playingDays(
    of kind: TrainingKind, _ presentation: Presentation = .melodic
  ) -> [MatchingDay] { played.days[presentation][kind].days }

  /// The errors of the pitch matchings of each interval of a kind that was tuned, from the prime
  /// outwards.
  public func intervalErrors(
    of kind: TrainingKind, _ presentation: Presentation = .melodic
  ) -> [IntervalErrors] { tuned.intervalErrors(of: kind, presentation) }

  /// The errors of the played notes of each interval of a kind, from the prime outwards.
  public func playedIntervalErrors(
    of kind: TrainingKind, _ presentation: Presentation = .melodic
  ) -> [IntervalErrors] { played.intervalErrors(of: kind, presentation) }

  /// The days with any training, in order.
  public var activeDays: [ActiveDay] { activity.days }

  /// Adds a comparison; cheap in order of time, right in any order.
  mutating func addComparison(on date: Date) {
    activity.change(date, in: calendar) { $0.comparisons += 1 }
  }

  /// Adds an answer to which of two was in tune; cheap in order of time, right in any order.
  mutating func addPurity(on date: Date) {
    activity.change(date, in: calendar) { $0.purities += 1 }
  }

  /// Adds a note that was tuned or played; cheap in order of time, right in any order.
  mutating func add(_ answer: PitchAnswer) {
    let (error, date) = (answer.centError, answer.date)
    if answer.training.traits.listens {
      played.add(error, at: answer.interval, answer.presentation, date, in: calendar)
      activity.change(date, in: calendar) { $0.playings += 1 }
    } else {
      tuned.add(error, at: answer.interval, answer.presentation, date, in: calendar)
      activity.change(date, in: calendar) { $0.matchings += 1 }
    }
  }
}

/// Notes with their errors from a target, tuned or played.
private nonisolated struct TunedNotes: Sendable {
  private(set) var errors = ByPresentation { ByTrainingKind { _ in MatchingErrors() } }
  private(set) var days = ByPresentation { ByTrainingKind { _ in CalendarDays<MatchingDay>() } }
  private var intervals = ByPresentation { [DirectedInterval: IntervalErrors]() }

  func intervalErrors(
    of kind: TrainingKind, _ presentation: Presentation
  ) -> [IntervalErrors] {
    DirectedInterval.all.filter { TrainingKind($0) == kind }
      .compactMap { intervals[presentation][$0] }
  }

  mutating func add(
    _ error: Cents, at interval: DirectedInterval, _ presentation: Presentation, _ date: Date,
    in calendar: Calendar
  ) {
    let kind = TrainingKind(interval)
    errors[presentation][kind].add(error)
    intervals[presentation][interval, default: IntervalErrors(interval)].add(error)
    days[presentation][kind].change(date, in: calendar) { $0.add(error.rawValue) }
  }
}

/// The amount of training on one local day.
public nonisolated struct ActiveDay: CalendarDay, Hashable, Sendable {
  public let start: Date
  public let end: Date

  public fileprivate(set) var comparisons = 0
  public fileprivate(set) var matchings = 0

  /// The number of choices of the one of two that was in tune.
  public fileprivate(set) var purities = 0

  /// The number of notes that were played or sung.
  public fileprivate(set) var playings = 0

  public init(_ day: DateInterval) {
    start = day.start
    end = day.end
  }

  public mutating func add(_ other: ActiveDay) {
    comparisons += other.comparisons
    matchings += other.matchings
    purities += other.purities
    playings += other.playings
  }
}

/// The pitch matchings of one local day.
public nonisolated struct MatchingDay: CalendarDay, Hashable, Sendable {
  public let start: Date
  public let end: Date

  private var errors = Welford()

  public init(_ day: DateInterval) {
    start = day.start
    end = day.end
  }

  public var count: Int { errors.count }

  /// The mean signed error (positive is sharp) and the sample standard deviation about it, with
  /// their 90 % intervals, which hold for normally distributed errors; `nil` if there are too few
  /// matchings.
  public var figures: (bias: CentsEstimate, spread: CentsEstimate)? {
    guard let bias = errors.estimatedMean, let deviation = errors.standardDeviation else {
      return nil
    }
    let factor = exp(StandardNormal.upperTwentieth / (2 * Double(count)).squareRoot())
    return (
      bias,
      CentsEstimate(
        value: Cents(deviation), low: Cents(deviation / factor), high: Cents(deviation * factor))
    )
  }

  public mutating func add(_ other: MatchingDay) { errors = errors.joined(with: other.errors) }

  fileprivate mutating func add(_ error: Double) { errors.add(error) }
}

/// The errors of the pitch matchings of one interval. Its size does not grow.
public nonisolated struct IntervalErrors: Sendable {
  public let interval: DirectedInterval

  private var errors = Welford()
  private var sizes = Welford()

  init(_ interval: DirectedInterval) { self.interval = interval }

  public var count: Int { errors.count }

  /// The mean signed error (positive is sharp) and the mean size of an error, with their 90 %
  /// intervals; `nil` if there are too few matchings.
  public var figures: (bias: CentsEstimate, size: CentsEstimate)? {
    guard let bias = errors.estimatedMean, let size = sizes.estimatedMean else { return nil }
    return (
      bias, CentsEstimate(value: size.value, low: max(size.low, Cents(0)), high: size.high)
    )
  }

  /// O(1).
  mutating func add(_ error: Cents) {
    guard error.rawValue.isFinite else { return }
    errors.add(error.rawValue)
    sizes.add(error.magnitude)
    invariant(errors.count == sizes.count, "each error has a size")
  }
}

nonisolated extension Welford {
  /// The mean in cents, with its 90 % interval for normally distributed errors; `nil` if there are
  /// too few of them.
  fileprivate var estimatedMean: CentsEstimate? {
    guard count >= MatchingFit.fewest, let mean, let standardDeviation else { return nil }
    let reach =
      StudentDistribution(degrees: count - 1).quantile(0.95) * standardDeviation
      / Double(count).squareRoot()
    return CentsEstimate(value: Cents(mean), low: Cents(mean - reach), high: Cents(mean + reach))
  }
}

/// The distribution of the errors of pitch matching.
///
/// A bin is half a cent wide; bins reach 100 cents to either side. Its size does not grow with the
/// history.
public nonisolated struct MatchingErrors: Equatable, Sendable {
  /// The width of a bin, and the distance that bins reach, in cents.
  public static let binWidth = 0.5
  public static let reach = 100.0

  /// The number of errors in each bin: bin i holds −100 + i/2 ≤ error < −100 + (i + 1)/2.
  public private(set) var bins = [Int](repeating: 0, count: Int(2 * reach / binWidth))

  /// The number of errors beyond the bins, flat and sharp.
  public private(set) var farFlat = 0
  public private(set) var farSharp = 0

  public var count: Int { bins.reduce(farFlat + farSharp, +) }

  /// Adds a committed pitch; positive is sharp. O(1).
  mutating func add(_ centError: Cents) {
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
