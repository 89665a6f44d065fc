import Foundation
import MainThread

/// The probability of each rate of lapses of attention, and that of guessing.
///
/// A lapse is a wrong answer that has nothing to do with the size of the difference. The rates are
/// weighed against each other by the predictions of beliefs that assume them; old evidence fades,
/// by a thousandth with each answer.
nonisolated struct LapseWeights: Sendable {
  /// The rate λ of each belief: the share of wrong answers that remains however large the
  /// difference is.
  static let rates = [0.005, 0.02, 0.05, 0.1, 0.2]

  /// The logarithms of the prior probabilities of the rates; guessing is the last.
  static let logPriors = [0.23, 0.23, 0.21, 0.16, 0.12, 0.05].map { log($0) }

  /// The share of the evidence that remains after one more answer.
  private static let memory = 0.999

  private var logWeights = LapseWeights.logPriors

  /// The weights of the rates and, last, of guessing; their sum is 1.
  private(set) var all: [Double] = LapseWeights.normalized(exponentials: LapseWeights.logPriors)

  /// The weights of the rates if the listener does not guess; their sum is 1.
  private(set) var ofRates: [Double] = LapseWeights.normalized(
    exponentials: LapseWeights.logPriors.dropLast())

  /// Adds an answer.
  ///
  /// - Parameter likelihoods: the probability of the answer for each rate.
  mutating func add(_ likelihoods: [Double]) {
    invariant(likelihoods.count == Self.rates.count, "each rate has a likelihood")
    for place in logWeights.indices {
      let prior = Self.logPriors[place]
      // A guess is right every other time.
      let likelihood = place < likelihoods.count ? likelihoods[place] : 0.5
      logWeights[place] = prior + Self.memory * (logWeights[place] - prior) + log(likelihood)
    }
    all = Self.normalized(exponentials: logWeights)
    // Not from the weights above: beside a great probability of guessing they may all be 0.
    ofRates = Self.normalized(exponentials: logWeights.dropLast())
  }

  /// The probability that the listener guesses.
  var guessing: Double { all[Self.rates.count] }

  /// The expected rate of lapses.
  var lapseRate: Double { zip(ofRates, Self.rates).reduce(0) { $0 + $1.0 * $1.1 } }

  /// The probability that at least one answer in ten is a lapse.
  var probabilityOfManyLapses: Double {
    zip(ofRates, Self.rates).reduce(0) { $0 + ($1.1 >= 0.1 ? $1.0 : 0) }
  }

  var heaviest: Int { ofRates.indices.max { ofRates[$0] < ofRates[$1] } ?? 0 }

  /// The index of a rate, drawn by its probability.
  func draw(using random: inout RandomSource) -> Int {
    var rest = Double.random(in: 0..<1, using: &random)
    for (place, weight) in ofRates.enumerated() {
      rest -= weight
      if rest < 0 { return place }
    }
    return ofRates.count - 1
  }

  private static func normalized(exponentials logarithms: some Collection<Double>) -> [Double] {
    let largest = logarithms.max() ?? 0
    let weights = logarithms.map { exp($0 - largest) }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }
}
