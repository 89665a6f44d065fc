import Foundation

/// A line through the logarithm of the spread over time, fitted to the magnitudes of the residuals.
///
/// Magnitudes are compared rather than squares, since one slip of the hand would outweigh a hundred
/// squares (Glejser, "A New Test for Heteroskedasticity", 1969). The fit is the quasi-likelihood of a
/// spread in proportion to the mean (McCullagh and Nelder, "Generalized Linear Models", 1989, ch. 8).
nonisolated struct SpreadLine {
  private let statistic: Double
  private let slope: Double
  private let errorOfSlope: Double
  private let count: Int

  /// `nil` where all residuals are 0.
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
