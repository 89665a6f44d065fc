import Foundation

/// How near the estimates of a listener's thresholds came to the truth, over the notes of the range.
public nonisolated struct EstimatorScore: Hashable, Sendable {
  /// The notes for which there was an estimate.
  public let notes: Int

  /// The root of the mean square of ln(estimate / truth).
  public let rootMeanSquareLogError: Double

  /// The mean of ln(estimate / truth): positive where thresholds are overestimated.
  public let meanLogError: Double

  /// Pearson's correlation of ln estimate and ln truth over the notes; `nil` where one of them does not
  /// vary.
  public let correlation: Double?

  /// - Parameter pairs: ln estimate and ln truth of each note.
  /// - Returns: `nil` where there is no pair.
  init?(_ pairs: [(estimate: Double, truth: Double)]) {
    guard !pairs.isEmpty else { return nil }
    let count = Double(pairs.count)
    let errors = pairs.map { $0.estimate - $0.truth }
    notes = pairs.count
    meanLogError = errors.reduce(0, +) / count
    rootMeanSquareLogError = (errors.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
    correlation = Self.correlation(pairs)
  }

  private static func correlation(_ pairs: [(estimate: Double, truth: Double)]) -> Double? {
    let count = Double(pairs.count)
    let means = (
      estimate: pairs.reduce(0) { $0 + $1.estimate } / count,
      truth: pairs.reduce(0) { $0 + $1.truth } / count
    )
    let (estimates, truths) = (
      pairs.map { $0.estimate - means.estimate }, pairs.map { $0.truth - means.truth }
    )
    let spreads = (
      estimate: estimates.reduce(0) { $0 + $1 * $1 }, truth: truths.reduce(0) { $0 + $1 * $1 }
    )
    // Below this there is nothing but rounding.
    guard spreads.estimate > 1e-12, spreads.truth > 1e-12 else { return nil }
    let product = zip(estimates, truths).reduce(0) { $0 + $1.0 * $1.1 }
    return product / (spreads.estimate * spreads.truth).squareRoot()
  }
}
