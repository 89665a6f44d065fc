import Foundation
import Music

/// Whether tuning has changed over the last matchings of one training, accuracy and precision
/// apart.
///
/// Accuracy is the distance of the bias (the mean signed error) from the truth, precision the
/// spread about the bias. A user may tune ever more consistently and ever more sharp.
public nonisolated struct MatchingTrendTest: Equatable, Sendable {
  private var recent = RecentTrials<Double>()

  /// Adds a committed pitch, in order of time. O(1).
  mutating func add(centError: Cents) { recent.add(centError.rawValue) }

  /// The change of the |bias| in cents per 1000 matchings; `nil` below 20.
  public var accuracy: TestedChange? { line?.accuracy }

  /// The change of the spread as a share per 1000 matchings; `nil` below 20, or if the errors have
  /// no spread.
  public var precision: TestedChange? {
    line.flatMap { SpreadLine($0.residuals, $0.times)?.precision }
  }

  private var line: BiasLine? {
    guard recent.count >= TestedChange.minimumTrials else { return nil }
    let errors = recent.inOrder
    return BiasLine(errors, times: errors.indices.map(recent.time))
  }
}

/// A line through signed errors over time, by least squares, with errors of estimate that also hold
/// for unequal spreads (White, "A Heteroskedasticity-Consistent Covariance Matrix Estimator",
/// 1980).
nonisolated private struct BiasLine {
  let times: [Double]

  /// The distances of the errors from the line.
  let residuals: [Double]

  /// The error in the middle of the time, and its change per 1000 matchings.
  private let level: Double
  private let slope: Double
  private let errorOfLevel: Double
  private let errorOfSlope: Double

  /// - Parameter times: in thousands, their mean 0; at least three.
  init(_ errors: [Double], times: [Double]) {
    let count = Double(errors.count)
    let squares = times.reduce(0) { $0 + $1 * $1 }
    let level = errors.reduce(0, +) / count
    let slope = zip(errors, times).reduce(0) { $0 + $1.0 * $1.1 } / squares
    let residuals = zip(errors, times).map { $0 - level - slope * $1 }
    // Two numbers were fitted.
    let correction = count / (count - 2)
    let levelSquares = residuals.reduce(0) { $0 + $1 * $1 }
    let slopeSquares = zip(residuals, times).reduce(0) { $0 + $1.0 * $1.0 * $1.1 * $1.1 }
    self.times = times
    self.residuals = residuals
    self.level = level
    self.slope = slope
    errorOfLevel = (correction * levelSquares).squareRoot() / count
    errorOfSlope = (correction * slopeSquares).squareRoot() / squares
  }

  /// How the distance of the line from 0 changed from its beginning to its end.
  ///
  /// On one side of 0 that is the line's slope. A line that crosses 0 is nearer at its end if its
  /// middle has the sign of its beginning; there is evidence of that only if there is also evidence
  /// of the slope.
  var accuracy: TestedChange {
    let span = (times.last ?? 0) - (times.first ?? 0)
    let (start, end) = (level - slope * span / 2, level + slope * span / 2)
    let side = start + end < 0 ? -1.0 : 1.0
    guard start * end < 0 else {
      return TestedChange(
        statistic: Self.ratio(side * slope, errorOfSlope), estimate: side * slope,
        error: errorOfSlope, trials: times.count)
    }
    let change = (abs(end) - abs(start)) / span
    let ofLevel = Self.ratio(level, errorOfLevel).magnitude
    let ofSlope = Self.ratio(slope, errorOfSlope).magnitude
    return TestedChange(
      statistic: (change < 0 ? -1 : 1) * min(ofLevel, ofSlope), estimate: change,
      error: 2 * errorOfLevel / span, trials: times.count)
  }

  /// Numbers that are all equal leave no error of estimate, and no evidence of anything.
  private static func ratio(_ value: Double, _ error: Double) -> Double {
    error > 0 ? value / error : 0
  }
}

/// A line through the logarithm of the spread over time, fitted to the magnitudes of the residuals.
///
/// Magnitudes are compared rather than squares, because one slip would outweigh a hundred ordinary
/// squares (Glejser, "A New Test for Heteroskedasticity", 1969). The fit is the quasi-likelihood of
/// a spread in proportion to the mean (McCullagh and Nelder, "Generalized Linear Models", 1989,
/// ch. 8).
nonisolated private struct SpreadLine {
  private let statistic: Double
  private let slope: Double
  private let errorOfSlope: Double
  private let count: Int

  /// `nil` if all residuals are 0.
  ///
  /// - Parameter times: in thousands, their mean 0.
  init?(_ residuals: [Double], _ times: [Double]) {
    let magnitudes = residuals.map(\.magnitude)
    let count = Double(magnitudes.count)
    let mean = magnitudes.reduce(0, +) / count
    guard mean > 1e-9 else { return nil }
    let squares = times.reduce(0) { $0 + $1 * $1 }

    // The score of "no change".
    let deviations = magnitudes.map { $0 / mean - 1 }
    let variance = deviations.reduce(0) { $0 + $1 * $1 } / count
    let score = zip(deviations, times).reduce(0) { $0 + $1.0 * $1.1 }
    statistic = variance > 0 ? score / (variance * squares).squareRoot() : 0

    var (level, slope) = (log(mean), 0.0)
    var errors = deviations
    for _ in 0..<Self.iterations {
      errors = zip(magnitudes, times).map { $0 / exp(level + slope * $1) - 1 }
      let steps = (
        level: errors.reduce(0, +) / count,
        slope: zip(errors, times).reduce(0) { $0 + $1.0 * $1.1 } / squares
      )
      level += min(max(steps.level, -1), 1)
      slope += min(max(steps.slope, -1 / Self.reach(times)), 1 / Self.reach(times))
      if abs(steps.level) < 1e-10, abs(steps.slope) * Self.reach(times) < 1e-10 { break }
    }
    self.slope = slope
    let slopeSquares = zip(errors, times).reduce(0) { $0 + $1.0 * $1.0 * $1.1 * $1.1 }
    errorOfSlope = slopeSquares.squareRoot() / squares
    self.count = magnitudes.count
  }

  private static let iterations = 50

  /// The greatest distance of a time from 0.
  private static func reach(_ times: [Double]) -> Double { times.last ?? 1 }

  /// The change of the spread as a share.
  var precision: TestedChange {
    TestedChange(
      statistic: statistic, estimate: slope, error: errorOfSlope, trials: count,
      transform: TestedChange.share)
  }
}
