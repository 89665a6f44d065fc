import Foundation
import Music

/// The change of a listener's thresholds over the last days.
///
/// Each answer is compared with the threshold that is believed now, so it does not matter which
/// notes were asked when. Each day has one estimate of its departure from that; a line through the
/// days is then tested with their own scatter, so a bad day is not mistaken for a decline. The
/// estimates of the days come from the line itself, by Fisher's scoring (McCullagh and Nelder,
/// "Generalized Linear Models", 1989, 2.5).
public nonisolated struct ThresholdTrend: Hashable, Sendable {
  /// An answer to a difference.
  struct Answer: Hashable, Sendable {
    /// 0.67449 · |offset| / the threshold that is believed now; negative if the offset lies on the
    /// wrong side of a shifted interval.
    let ratio: Double

    /// The number of the local day.
    let day: Int

    let isCorrect: Bool
  }

  /// A day, or several days with few answers each.
  public struct Day: Hashable, Sendable {
    /// The mean number of the day of its answers (``LocalDays``).
    public let day: Double

    public let answers: Int

    /// ln of the ratio of the day's threshold to the one that is believed now.
    public let departure: Double

    let weight: Double
  }

  /// The days in order, at least five.
  public let days: [Day]

  /// The numbers of the first and the last local day (``LocalDays``).
  public internal(set) var firstDay = 0
  public var lastDay: Int { Int(days.last?.day.rounded() ?? 0) }

  /// The threshold now; `nil` if the trend is about several.
  public internal(set) var level: Cents?

  /// The change of ln threshold in a day, and its standard error; negative is finer.
  let slope: Double
  let error: Double

  /// The probability of a change at least as large, to either side, if there is none.
  public let probability: Double

  /// The fewest answers, and the fewest days, for a trend.
  public static let fewestAnswers = 200
  public static let fewestDays = 5

  /// The number of the last answers that count.
  static let window = 4000

  /// True if the change is more than chance.
  public var isClear: Bool { probability < 0.03 }

  /// The change of the threshold in 30 days as a share of it, with the interval that contains the
  /// true change with a probability of 90 %; −0.3 means 30 % finer.
  public var monthlyChange: (value: Double, low: Double, high: Double) {
    let reach = StudentDistribution(degrees: days.count - 2).quantile(0.95) * error
    return (Self.monthly(slope), Self.monthly(slope - reach), Self.monthly(slope + reach))
  }

  private static func monthly(_ slope: Double) -> Double { expm1(30 * slope) }

  /// The change from the first day to the last as a share of the threshold, with the interval that
  /// contains the true change with a probability of 90 %; −0.3 means 30 % finer.
  public var change: (value: Double, low: Double, high: Double) {
    let span = (days.last?.day ?? 0) - (days.first?.day ?? 0)
    let reach = StudentDistribution(degrees: days.count - 2).quantile(0.95) * error
    return (
      expm1(span * slope), expm1(span * (slope - reach)), expm1(span * (slope + reach))
    )
  }

  /// The threshold on the first day and now, in cents; `nil` if the trend is about several.
  public var ends: (first: Double, now: Double)? {
    level.map { ($0.rawValue / (1 + change.value), $0.rawValue) }
  }

  /// True if the threshold surely stays the same: if there is no clear change, and a change by a
  /// quarter either way is unlikely.
  var isStandstill: Bool { !isClear && 1 + change.low >= 0.8 && 1 + change.high <= 1.25 }

  /// True if the size of the change may be shown, by the same measure as a threshold.
  public var isSizeKnown: Bool { 1 + change.high <= VerdictTable.widest * (1 + change.low) }

  /// The part of the change that is sure: a share, positive for either side, in steps of a
  /// twentieth; 0 if the change is not sure.
  public var sureChange: Double {
    let nearest = slope < 0 ? -change.high : change.low
    return max((nearest * 20 + 1e-9).rounded(.down) / 20, 0)
  }
}

nonisolated extension ThresholdTrend {
  /// - Parameters:
  ///   - answers: in order of time.
  ///   - lapseRate: the believed rate of lapses.
  ///   - lastDays: the number of the last joined days that count; `nil` for all.
  /// - Returns: `nil` if there are too few answers or days.
  init?(_ answers: [Answer], lapseRate: Double, lastDays: Int? = nil) {
    guard answers.count >= Self.fewestAnswers else { return nil }
    let groups = DayGroup.joined(answers.filter { $0.ratio < 2 }).suffix(lastDays ?? .max)
    guard groups.count >= Self.fewestDays else { return nil }
    let middle = groups.reduce(0) { $0 + $1.day } / Double(groups.count)
    let times = groups.map { $0.day - middle }
    let reach = times.map(\.magnitude).max() ?? 0
    let rise = 1 - 2 * max(lapseRate, 0.05)
    var line = Line(level: 0, slope: 0)
    var (departures, weights) = ([Double](), [Double]())
    for _ in 0..<25 {
      (departures, weights) = ([], [])
      for (group, time) in zip(groups, times) {
        let expected = line.level + line.slope * time
        let (score, information) = group.score(at: expected, rise: rise)
        departures.append(expected + min(max(score / information, -2), 2))
        weights.append(information / (1 + 0.04 * information))
      }
      let last = line
      line = Line(through: departures, times: times, weights: weights)
      if abs(line.level - last.level) + abs(line.slope - last.slope) * reach < 1e-10 { break }
    }
    days = zip(groups, zip(departures, weights)).map { group, day in
      Day(day: group.day, answers: group.answers.count, departure: day.0, weight: day.1)
    }
    firstDay = groups.first?.answers.map(\.day).min() ?? 0
    slope = line.slope
    error = line.errorOfSlope(departures, times: times, weights: weights)
    // Days that all lie on the line leave no error, and no evidence of anything.
    probability =
      error > 0 ? StudentDistribution(degrees: groups.count - 2).twoSided(slope / error) : 1
    guard slope.isFinite, error.isFinite else { return nil }
  }

  /// The answers of one day, or of several days together.
  private struct DayGroup {
    private(set) var answers: [Answer]

    /// The fewest answers of a group.
    static let fewest = 10

    /// The mean number of the day.
    var day: Double { answers.reduce(0) { $0 + Double($1.day) } / Double(answers.count) }

    /// Joins each day with the next until there are enough answers; a last one with fewer joins the
    /// one before.
    static func joined(_ answers: [Answer]) -> [DayGroup] {
      var groups: [DayGroup] = []
      for answer in answers {
        if let last = groups.indices.last,
          groups[last].answers.count < fewest || groups[last].answers.last?.day == answer.day
        {
          groups[last].answers.append(answer)
        } else {
          groups.append(DayGroup(answers: [answer]))
        }
      }
      if groups.count > 1, let rest = groups.last, rest.answers.count < fewest {
        groups.removeLast()
        groups[groups.count - 1].answers += rest.answers
      }
      return groups
    }

    /// The derivative of the log likelihood by ln threshold, and its Fisher information.
    func score(at departure: Double, rise: Double) -> (score: Double, information: Double) {
      var (score, information) = (0.0, 0.0)
      let scale = exp(-departure)
      for answer in answers {
        let z = answer.ratio * scale
        let correct = 0.5 + rise * (StandardNormal.cumulative(z) - 0.5)
        let derivative = -rise * z * StandardNormal.density(z)
        let variance = correct * (1 - correct)
        score += derivative * ((answer.isCorrect ? 1 : 0) - correct) / variance
        information += derivative * derivative / variance
      }
      return (score, max(information, 0.5))
    }
  }

  /// A line through weighted points.
  private struct Line {
    let level: Double
    let slope: Double

    init(level: Double, slope: Double) {
      self.level = level
      self.slope = slope
    }

    init(through values: [Double], times: [Double], weights: [Double]) {
      let sum = weights.reduce(0, +)
      let time = zip(weights, times).reduce(0) { $0 + $1.0 * $1.1 } / sum
      let value = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / sum
      var (crossed, squared) = (0.0, 0.0)
      for (weight, point) in zip(weights, zip(times, values)) {
        crossed += weight * (point.0 - time) * (point.1 - value)
        squared += weight * (point.0 - time) * (point.0 - time)
      }
      slope = crossed / squared
      level = value - slope * time
    }

    /// The standard error of the slope, from the scatter of the points.
    func errorOfSlope(_ values: [Double], times: [Double], weights: [Double]) -> Double {
      let sum = weights.reduce(0, +)
      let time = zip(weights, times).reduce(0) { $0 + $1.0 * $1.1 } / sum
      var (residuals, squared) = (0.0, 0.0)
      for (weight, point) in zip(weights, zip(times, values)) {
        let residual = point.1 - level - slope * point.0
        residuals += weight * residual * residual
        squared += weight * (point.0 - time) * (point.0 - time)
      }
      return (residuals / Double(values.count - 2) / squared).squareRoot()
    }
  }
}
