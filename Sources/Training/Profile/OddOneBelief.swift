import Foundation
import Music

/// The answer to which of three sounds differed.
public nonisolated struct OddOneAnswer: Sendable {
  public let interval: DirectedInterval

  /// How far the odd one was off, in cents.
  let difference: Double
  let isCorrect: Bool

  public init(_ interval: DirectedInterval, centOffset: Cents, isCorrect: Bool) {
    (self.interval, difference) = (interval, centOffset.magnitude)
    self.isCorrect = isCorrect
  }
}

/// The threshold that answers to which of three sounds differed show.
///
/// It is that of comparisons, so that both can be compared: of the difference that has a d′ of √2 z(.75) = 0.95, which
/// a comparison tells right three times in four. Of three sounds, with the rule that the one differs that is farthest
/// from the other two, it is told right 41 times in 100. (Versfeld, Dai and Green, "The optimum decision rules for the
/// oddity task", 1996.)
nonisolated struct OddOneBelief {
  let threshold: CentsEstimate
  let probabilityOfGuessing: Double

  /// ln T.
  private static let nodes: [Double] = (0...180).map { log(0.1) + 0.05 * Double($0) }
  private static let prior = (mean: log(15.0), deviation: 1.5)

  /// - Parameter answers: not empty; the order does not matter.
  init(_ answers: [OddOneAnswer]) {
    let sizes = Dictionary(grouping: answers, by: \.difference).map { size, answers in
      (size, right: Double(answers.count(where: \.isCorrect)), all: Double(answers.count))
    }
    func logarithm(_ probability: (Double) -> Double) -> Double {
      sizes.reduce(0) { sum, size in
        let p = probability(size.0)
        return sum + size.right * log(p) + (size.all - size.right) * log(1 - p)
      }
    }
    let priors = Self.nodes.map { node in
      StandardNormal.density((node - Self.prior.mean) / Self.prior.deviation)
    }
    let whole = priors.reduce(0, +)
    let logarithms = zip(Self.nodes, priors).map { node, ofNode in
      let told = Dictionary(
        uniqueKeysWithValues: sizes.map { size in
          let sensitivity = 2.0.squareRoot() * StandardNormal.upperQuartile * size.0 / exp(node)
          return (size.0, Self.probability(ofSensitivity: sensitivity))
        })
      return zip(LapseWeights.rates, LapseWeights.logPriors).map { rate, ofRate in
        log(ofNode / whole) + ofRate + logarithm { (1 - rate) * (told[$0] ?? 0) + rate / 3 }
      }
    }
    let ofGuessing = LapseWeights.logPriors[LapseWeights.rates.count] + logarithm { _ in 1.0 / 3 }
    let largest = logarithms.joined().reduce(ofGuessing) { max($0, $1) }
    let weights = logarithms.map { $0.reduce(0) { $0 + exp($1 - largest) } }
    let (sum, guessing) = (weights.reduce(0, +), exp(ofGuessing - largest))
    probabilityOfGuessing = guessing / (guessing + sum)
    func quantile(_ share: Double) -> Cents {
      var left = share * sum
      for (place, weight) in weights.enumerated() {
        left -= weight
        if left <= 0 { return Cents(exp(Self.nodes[place] + 0.05 * (0.5 + left / weight))) }
      }
      return Cents(exp(Self.nodes[Self.nodes.count - 1]))
    }
    threshold = CentsEstimate(value: quantile(0.5), low: quantile(0.05), high: quantile(0.95))
  }

  /// How often the odd one of three is told that has a d′.
  static func probability(ofSensitivity sensitivity: Double) -> Double {
    let (step, shift) = (0.05, sensitivity * (2.0 / 3).squareRoot())
    return (0..<120).reduce(0) { sum, index in
      let z = (Double(index) + 0.5) * step
      let far = z * 3.0.squareRoot()
      return sum + 2 * step * StandardNormal.density(z)
        * (StandardNormal.cumulative(shift - far) + StandardNormal.cumulative(-shift - far))
    }
  }
}
