import Foundation

/// The places of the standard normal distribution at which a belief about a threshold is summed up:
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

  /// Calls `body` with each node's place in the tables and 0.67449 · x / e^θ there.
  ///
  /// The thresholds are a geometric series, so that two exponentials do for all nodes.
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

  /// The probability of a right answer where ln threshold is normally distributed.
  static func probabilityCorrect(offset: Double, mean: Double, deviation: Double) -> Double {
    var sum = 0.0
    forEach(offset: offset, mean: mean, deviation: deviation) { node, z in
      sum += weights[node] * PsychometricFunction.standard.probabilityCorrect(at: z)
    }
    return sum
  }
}
