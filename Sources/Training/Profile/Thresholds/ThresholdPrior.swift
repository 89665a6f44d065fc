import Foundation

/// What ``ThresholdMap`` believes about a listener of whom nothing is known: ln thresholds around
/// ln 15, similar from note to note.
///
/// The covariance of the notes i and j is a common level, a smooth curve over the keyboard (Matérn
/// of order 3/2; Rasmussen and Williams, "Gaussian Processes for Machine Learning", 2006, eq. 4.17)
/// and a part of each note alone:
///
///     K_ij = 1.2² + 0.7² · (1 + r) · e^(−r) + 0.15² · [i = j],   r = √3 · |i − j| / 16
nonisolated enum ThresholdPrior {
  /// ln 15 cents.
  static let mean = log(15.0)

  /// The variance that all notes have in common.
  static let commonVariance = 1.2 * 1.2

  /// The variance of the curve over the keyboard, and of each note around it.
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
  /// which is a multiple of K plus an amount that is the same for all notes.
  static let driftInterval = 16
  static let driftOfShape = 16 * 0.002 * 0.002 / (curveVariance + ownVariance)
  static let driftOfLevel = 16 * 0.01 * 0.01 - driftOfShape * commonVariance
}

/// The nodes on the standard normal distribution at which a belief about a threshold is summed up:
/// z = −4, −3.5, … 4, weighted with e^(−z²/2).
nonisolated enum ThresholdNodes {
  static let step = 0.5
  static let positions: [Double] = (0...16).map { -4 + step * Double($0) }

  /// The weights; their sum is 1.
  static let weights: [Double] = {
    let densities = positions.map { exp(-0.5 * $0 * $0) }
    let sum = densities.reduce(0, +)
    return densities.map { $0 / sum }
  }()

  /// Calls `body` with each node's index in the tables and 0.67449 · x / e^θ there.
  ///
  /// The thresholds are a geometric series, so two exponentials are enough for all nodes.
  @inline(__always)
  static func forEach(
    offset: Double, mean: Double, deviation: Double, _ body: (_ node: Int, _ z: Double) -> Void
  ) {
    var z = PsychometricFunction.slope * offset * exp(-mean - deviation * (positions.first ?? 0))
    let factor = exp(-deviation * step)
    for node in 0..<positions.count {
      body(node, z)
      z *= factor
    }
  }

  /// The probability of a correct answer if ln threshold is normally distributed.
  static func probabilityCorrect(offset: Double, mean: Double, deviation: Double) -> Double {
    var sum = 0.0
    forEach(offset: offset, mean: mean, deviation: deviation) { node, z in
      sum += weights[node] * PsychometricFunction.standard.probabilityCorrect(at: z)
    }
    return sum
  }
}
