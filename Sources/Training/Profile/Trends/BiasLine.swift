/// A line through signed errors over time, by least squares, with errors of estimate that hold for
/// unequal spreads, too (White, "A Heteroskedasticity-Consistent Covariance Matrix Estimator", 1980).
nonisolated struct BiasLine {
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
  /// On one side of 0 that is the line's slope. A line that crosses 0 is nearer at its end if its middle
  /// has the sign of its beginning; there is evidence of that only if there is of the slope, too.
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

  /// Numbers that are all the same leave no error of estimate, and no evidence of anything.
  private static func ratio(_ value: Double, _ error: Double) -> Double {
    error > 0 ? value / error : 0
  }
}
