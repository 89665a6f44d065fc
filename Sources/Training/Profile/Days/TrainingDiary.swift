import Foundation
import Music

/// What was done and when, beyond what the profile keeps: matchings by their error and by day, and how
/// much was trained on each day.
///
/// Days are those of the calendar's time zone. Its size grows only with the number of days with
/// training.
public nonisolated struct TrainingDiary: Sendable {
  public private(set) var errors = ByTrainingKind { _ in MatchingErrors() }

  private let calendar: Calendar
  private var matchings = ByTrainingKind { _ in CalendarDays<MatchingDay>() }
  private var activity = CalendarDays<ActiveDay>()

  init(calendar: Calendar) { self.calendar = calendar }

  /// The days with pitch matchings, in order.
  public func matchingDays(of kind: TrainingKind) -> [MatchingDay] { matchings[kind].days }

  /// The days with either training, in order.
  public var activeDays: [ActiveDay] { activity.days }

  /// Adds a comparison; cheap in order of time, right in any order.
  mutating func addComparison(on date: Date) {
    activity.change(date, in: calendar) { $0.comparisons += 1 }
  }

  /// Adds a pitch matching; cheap in order of time, right in any order.
  mutating func updateMatching(centError: Cents, in kind: TrainingKind, date: Date) {
    errors[kind].add(centError)
    matchings[kind].change(date, in: calendar) { $0.add(centError.rawValue) }
    activity.change(date, in: calendar) { $0.matchings += 1 }
  }
}

/// How much was trained on one local day.
public nonisolated struct ActiveDay: CalendarDay, Hashable, Sendable {
  public let start: Date
  public let end: Date

  public fileprivate(set) var comparisons = 0
  public fileprivate(set) var matchings = 0

  public init(_ day: DateInterval) {
    start = day.start
    end = day.end
  }

  public mutating func add(_ other: ActiveDay) {
    comparisons += other.comparisons
    matchings += other.matchings
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

  /// The mean signed error (positive is sharp) and the sample standard deviation about it, with their
  /// 90 % intervals, which hold for normally distributed errors; `nil` if the matchings are fewer than a
  /// figure takes.
  public var figures: (bias: CentsEstimate, spread: CentsEstimate)? {
    guard count >= MatchingFit.fewest, let mean = errors.mean,
      let deviation = errors.standardDeviation
    else { return nil }
    let number = Double(count)
    let reach = StudentDistribution(degrees: count - 1).quantile(0.95) * deviation
    let ofMean = reach / number.squareRoot()
    let factor = exp(StandardNormal.upperTwentieth / (2 * number).squareRoot())
    return (
      CentsEstimate(value: Cents(mean), low: Cents(mean - ofMean), high: Cents(mean + ofMean)),
      CentsEstimate(
        value: Cents(deviation), low: Cents(deviation / factor), high: Cents(deviation * factor))
    )
  }

  public mutating func add(_ other: MatchingDay) { errors = errors.joined(with: other.errors) }

  fileprivate mutating func add(_ error: Double) { errors.add(error) }
}

/// How often pitch matching ended how far from the target.
///
/// A bin is half a cent wide; bins reach 100 cents to either side. Its size does not grow with the
/// history.
public nonisolated struct MatchingErrors: Equatable, Sendable {
  /// The width of a bin, and how far bins reach, in cents.
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
