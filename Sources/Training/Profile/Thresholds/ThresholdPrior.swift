import Foundation

/// What ``ThresholdMap`` believes of a listener of whom nothing is known: ln thresholds about ln 15,
/// much alike from note to note.
///
/// The covariance of the notes i and j is a common level, a smooth curve over the keyboard (Matérn of
/// order 3/2; Rasmussen and Williams, "Gaussian Processes for Machine Learning", 2006, eq. 4.17) and
/// what each note has of its own:
///
///     K_ij = 1.2² + 0.7² · (1 + r) · e^(−r) + 0.15² · [i = j],   r = √3 · |i − j| / 16
nonisolated enum ThresholdPrior {
  /// ln 15 cents.
  static let mean = log(15.0)

  /// The variance that all notes have in common.
  static let commonVariance = 1.2 * 1.2

  /// The variance of the curve over the keyboard, and of each note about it.
  static let curveVariance = 0.7 * 0.7
  static let ownVariance = 0.15 * 0.15

  /// How far the curve reaches, in semitones.
  static let reach = 16.0

  /// K_ij by |i − j|.
  static let covariances: [Double] = (0..<128).map { distance in
    let r = 3.0.squareRoot() * Double(distance) / reach
    let curve = curveVariance * (1 + r) * exp(-r)
    return commonVariance + curve + (distance == 0 ? ownVariance : 0)
  }

  /// Hearing changes. Before trials 17, 33, 49, … the covariance grows by
  ///
  ///     16 · (0.01² · 11ᵀ + 0.002² · (K − 1.2² · 11ᵀ) / (0.7² + 0.15²))
  ///
  /// which is so much of K and so much for all notes alike.
  static let driftInterval = 16
  static let driftOfShape = 16 * 0.002 * 0.002 / (curveVariance + ownVariance)
  static let driftOfLevel = 16 * 0.01 * 0.01 - driftOfShape * commonVariance
}
