import Foundation
import Music

/// The psychometric function that best fits the answers of one training, all notes together:
/// threshold and lapses by maximum likelihood.
///
/// The model is that of ``PsychometricFunction``. The interval of the threshold is that of its
/// profile likelihood (Venzon and Moolgavkar, "A Method for Computing Profile-Likelihood-Based
/// Confidence Intervals", 1988). If notes differ much or thresholds have changed, it is a curve
/// through the mixture, and the interval is too narrow; ``ThresholdMap`` is the estimate that knows
/// about notes.
public nonisolated struct PsychometricFit: Hashable, Sendable {
  /// The difference that is told correctly three times in four, with the interval that contains it
  /// with a probability of 90 %.
  public let threshold: Cents
  public let low: Cents
  public let high: Cents

  /// The share of wrong answers that remains however large the difference is: 0…0.2.
  public let lapseRate: Double

  /// Fewer answers say nothing.
  public static let minimumAnswers = 20

  /// `nil` if the answers do not show a threshold: if there are fewer than 20, or if the interval
  /// has no ends, as with answers that are all correct or do not depend on the difference.
  public init?(_ tally: AnswerTally) {
    guard tally.answers >= Self.minimumAnswers else { return nil }
    var profile = ThresholdLikelihood(tally.bins)
    let top = profile.summit()
    guard let low = profile.end(from: top, by: -1), let high = profile.end(from: top, by: 1)
    else { return nil }
    threshold = Cents(exp(profile.refined(top)))
    self.low = Cents(exp(low))
    self.high = Cents(exp(high))
    lapseRate = profile[top].lapseRate
  }

  /// The probability of a correct answer to a difference, according to this fit.
  public func probabilityCorrect(at offset: Cents) -> Double {
    PsychometricFunction(lapseRate: lapseRate).probabilityCorrect(
      at: PsychometricFunction.slope * offset.magnitude / threshold.rawValue)
  }
}

/// The profile likelihood of a threshold: for each candidate, how likely the answers are with the
/// lapses that suit it best.
nonisolated private struct ThresholdLikelihood {
  struct Candidate {
    /// The natural logarithm.
    let likelihood: Double
    let lapseRate: Double
  }

  /// How far below its maximum the log likelihood is at the ends of a 90 % interval: half the 0.9
  /// quantile of χ² with one degree of freedom.
  private static let drop = 2.705_543_454_095_404 / 2

  /// The candidates for the lapses.
  private static let lapses: [Double] = (0...40).map { Double($0) * 0.005 }

  /// The candidates for ln threshold, 0.02 apart.
  private static let logThresholds: [Double] = {
    let (first, last) = (log(0.01), log(1200.0))
    let count = Int(((last - first) / 0.02).rounded(.up))
    return (0...count).map { first + (last - first) * Double($0) / Double(count) }
  }()

  private let bins: [AnswerBin]
  private var known: [Int: Candidate] = [:]

  init(_ bins: [AnswerBin]) { self.bins = bins }

  /// The candidate at an index of the thresholds.
  subscript(place: Int) -> Candidate {
    mutating get {
      if let candidate = known[place] { return candidate }
      let candidate = best(at: Self.logThresholds[place])
      known[place] = candidate
      return candidate
    }
  }

  /// The index of the greatest likelihood: found by wide steps, then by narrow ones around the
  /// best.
  mutating func summit() -> Int {
    let places = Self.logThresholds.indices
    let width = 8
    let rough = highest(Array(stride(from: 0, to: places.count, by: width)))
    return highest(Array(places.clamped(to: rough - width..<rough + width + 1)))
  }

  /// Where the likelihood crosses the level of the interval's ends; `nil` if it does not.
  mutating func end(from top: Int, by step: Int) -> Double? {
    let level = self[top].likelihood - Self.drop
    var index = top
    while Self.logThresholds.indices.contains(index + step) {
      let (here, next) = (self[index].likelihood, self[index + step].likelihood)
      if next <= level {
        let share = (here - level) / (here - next)
        return Self.logThresholds[index]
          + share * (Self.logThresholds[index + step] - Self.logThresholds[index])
      }
      index += step
    }
    return nil
  }

  /// The ln threshold at the maximum of the parabola through the highest point and its neighbours.
  mutating func refined(_ top: Int) -> Double {
    let places = Self.logThresholds
    guard top > 0, top < places.count - 1 else { return places[top] }
    let (left, middle, right) = (
      self[top - 1].likelihood, self[top].likelihood, self[top + 1].likelihood
    )
    let bend = left - 2 * middle + right
    guard bend < 0 else { return places[top] }
    return places[top] + 0.5 * (left - right) / bend * (places[top + 1] - places[top])
  }

  private mutating func highest(_ places: [Int]) -> Int {
    var top = places[0]
    for place in places where self[place].likelihood > self[top].likelihood { top = place }
    return top
  }

  private func best(at logThreshold: Double) -> Candidate {
    // Φ − ½ of each bin does not depend on the lapses.
    let scale = PsychometricFunction.slope * exp(-logThreshold)
    let rises = bins.map { PsychometricFunction.normalCumulative($0.offset.rawValue * scale) - 0.5 }
    // The log likelihood is concave in the lapses, so a search by thirds finds its maximum.
    var (low, high) = (0, Self.lapses.count - 1)
    while high - low > 2 {
      let (first, second) = (low + (high - low) / 3, high - (high - low) / 3)
      if likelihood(rises, Self.lapses[first]) < likelihood(rises, Self.lapses[second]) {
        low = first
      } else {
        high = second
      }
    }
    var best = Candidate(likelihood: -.infinity, lapseRate: 0)
    for lapseRate in Self.lapses[low...high] {
      let likelihood = likelihood(rises, lapseRate)
      if likelihood > best.likelihood {
        best = Candidate(likelihood: likelihood, lapseRate: lapseRate)
      }
    }
    return best
  }

  private func likelihood(_ rises: [Double], _ lapseRate: Double) -> Double {
    var sum = 0.0
    for (bin, rise) in zip(bins, rises) {
      let correct = 0.5 + (1 - 2 * lapseRate) * rise
      let wrong = bin.answers - bin.correct
      if bin.correct > 0 { sum += Double(bin.correct) * log(correct) }
      // Without lapses, a wrong answer to a difference that cannot be missed would be impossible.
      if wrong > 0 { sum += Double(wrong) * log(max(1 - correct, 1e-300)) }
    }
    return sum
  }
}
