import Foundation

/// A belief about a listener's hearing of one directed interval, for one rate of lapses: a Gaussian
/// over the shift u of the point that sounds true, in cents from the true interval, and over θ = ln
/// threshold.
///
/// "Higher" is answered to the signed offset y with the probability
///
///     λ + (1 − 2λ) · Φ(0.67449 · (y − u) / e^θ)
///
/// The belief follows each answer by assumed-density filtering: exactly over u for each node of θ.
///
/// For two notes together that are in tune or not, u is 0: beats show a mistuning to either side
/// alike. With "higher" for a right answer to a positive offset, and for a wrong one to a negative
/// offset, the same formula is then that of a choice between two, which is right half of the time
/// by chance.
nonisolated struct IntervalBelief: Sendable {
  /// λ.
  let lapseRate: Double

  /// The mean and the variance of the shift, in cents.
  private(set) var shift: (mean: Double, variance: Double)

  /// True if there is a shift to learn; otherwise it is 0.
  private let hasShift: Bool

  /// The mean and the variance of the ln threshold.
  private(set) var threshold: (mean: Double, variance: Double) = (log(20), 1.2 * 1.2)

  private var covariance = 0.0

  /// The shift and the overlap of "higher" and "lower" if θ were at a node.
  private struct Node {
    let weight: Double
    let threshold: Double

    /// The mean and the variance of the shift.
    let shift: Double
    let variance: Double

    /// The standard deviation of the perceived offset, including the uncertainty of the shift.
    let spread: Double
  }

  init(lapseRate: Double, hasShift: Bool = true) {
    self.lapseRate = lapseRate
    self.hasShift = hasShift
    shift = (0, hasShift ? 20.0 * 20 : 0)
  }

  /// Calls the body with each node. The exponentials of equally spaced nodes are a geometric
  /// sequence.
  @inline(__always)
  private func forEachNode(_ body: (Node) -> Void) {
    let (positions, weights) = (NormalNodes.positions, NormalNodes.weights)
    let variance = max(shift.variance - covariance * covariance / threshold.variance, 1e-12)
    let deviation = threshold.variance.squareRoot()
    let slope = covariance / deviation
    var own =
      exp(threshold.mean + deviation * positions[0]) / StandardNormal.upperQuartile
    let ratio = exp(deviation * NormalNodes.spacing)
    for node in positions.indices {
      body(
        Node(
          weight: weights[node], threshold: threshold.mean + deviation * positions[node],
          shift: shift.mean + slope * positions[node], variance: variance,
          spread: (own * own + variance).squareRoot()))
      own *= ratio
    }
  }

  /// Adds an answer.
  ///
  /// - Parameter offset: signed, in cents about the true interval.
  /// - Returns: the probability of the answer.
  mutating func update(offset: Double, answeredHigher: Bool) -> Double {
    let side = (answeredHigher ? 1 : -1) * (1 - 2 * lapseRate)
    var (sum, ofThreshold, ofShift) = (0.0, 0.0, 0.0)
    var (ofSquaredThreshold, ofSquaredShift, ofProduct) = (0.0, 0.0, 0.0)
    forEachNode { node in
      let distance = (offset - node.shift) / node.spread
      let likelihood = 0.5 + side * (StandardNormal.cumulative(distance) - 0.5)
      // The first and the second derivative of ln likelihood by the mean of the shift.
      let first = -side * StandardNormal.density(distance) / (node.spread * likelihood)
      let second = first * distance / node.spread - first * first
      let mean = node.shift + node.variance * first
      let variance = node.variance + node.variance * node.variance * second
      let weight = node.weight * likelihood
      sum += weight
      ofThreshold += weight * node.threshold
      ofShift += weight * mean
      ofSquaredThreshold += weight * node.threshold * node.threshold
      ofSquaredShift += weight * (variance + mean * mean)
      ofProduct += weight * mean * node.threshold
    }
    let (threshold, shift) = (ofThreshold / sum, ofShift / sum)
    // Both widen a little with each answer: hearing changes.
    self.threshold = (
      threshold, ofSquaredThreshold / sum - threshold * threshold + 0.01 * 0.01
    )
    if hasShift {
      self.shift = (shift, ofSquaredShift / sum - shift * shift + 0.1 * 0.1)
      covariance = ofProduct / sum - shift * threshold
    }
    return sum
  }

  /// The probability of a right answer, lapses apart, to an offset that is as likely above the true
  /// interval as below it.
  ///
  /// - Parameters:
  ///   - offset: |offset| in cents.
  ///   - coarseness: the ratio of the ear's threshold to the believed one.
  func probabilityCorrect(offset: Double, coarseness: Double = 1) -> Double {
    var sum = 0.0
    forEachNode { node in
      let own = node.spread * node.spread - node.variance
      let spread = (coarseness * coarseness * own + node.variance).squareRoot()
      let above = StandardNormal.cumulative((offset - node.shift) / spread)
      let below = StandardNormal.cumulative((offset + node.shift) / spread)
      sum += node.weight * (above + below) / 2
    }
    return sum
  }
}
