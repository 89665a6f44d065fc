import Foundation
import Music

/// The psychometric function that fits the answers of one training best, all notes together: threshold
/// and lapses by maximum likelihood.
///
/// The model is that of ``PsychometricFunction``. The interval of the threshold is that of its profile
/// likelihood (Venzon and Moolgavkar, "A Method for Computing Profile-Likelihood-Based Confidence
/// Intervals", 1988). Where notes differ much or thresholds have changed, it is a curve through the
/// mixture, and the interval is too narrow; ``ThresholdMap`` is what knows about notes.
public nonisolated struct PsychometricFit: Hashable, Sendable {
  /// The difference that is told right three times in four, with the interval that holds it with a
  /// probability of 90 %.
  public let threshold: Cents
  public let low: Cents
  public let high: Cents

  /// The share of wrong answers that is left however large the difference: 0…0.2.
  public let lapseRate: Double

  /// Fewer answers say nothing.
  public static let minimumAnswers = 20

  /// How far below its maximum the log likelihood is at the ends of a 90 % interval: half the 0.9
  /// quantile of χ² with one degree of freedom.
  private static let drop = 2.705_543_454_095_404 / 2

  /// The lapses that are tried.
  private static let lapses: [Double] = (0...40).map { Double($0) * 0.005 }

  /// ln threshold: the values that are tried, 0.02 apart.
  private static let logThresholds: [Double] = {
    let (first, last) = (log(0.01), log(1200.0))
    let count = Int(((last - first) / 0.02).rounded(.up))
    return (0...count).map { first + (last - first) * Double($0) / Double(count) }
  }()

  /// `nil` where the answers do not show a threshold: below 20, or where the interval has no ends, as
  /// with answers that are all right or do not depend on the difference.
  public init?(_ tally: AnswerTally) {
    guard tally.answers >= Self.minimumAnswers else { return nil }
    let bins = tally.bins
    let profile = Self.logThresholds.map { Self.best(bins, at: $0) }
    guard
      let top = profile.indices.max(by: { profile[$0].likelihood < profile[$1].likelihood }),
      let low = Self.end(profile, from: top, by: -1),
      let high = Self.end(profile, from: top, by: 1)
    else { return nil }
    threshold = Cents(exp(Self.summit(profile, at: top)))
    self.low = Cents(exp(low))
    self.high = Cents(exp(high))
    lapseRate = profile[top].lapseRate
  }

  /// How likely a right answer to a difference is by this fit.
  public func probabilityCorrect(at offset: Cents) -> Double {
    PsychometricFunction(lapseRate: lapseRate).probabilityCorrect(
      at: PsychometricFunction.slope * offset.magnitude / threshold.rawValue)
  }

  /// The log likelihood of a threshold with the lapses that suit it best.
  private struct Candidate {
    let likelihood: Double
    let lapseRate: Double
  }

  private static func best(_ bins: [AnswerBin], at logThreshold: Double) -> Candidate {
    // Φ − ½ of each bin does not depend on the lapses.
    let scale = PsychometricFunction.slope * exp(-logThreshold)
    let rises = bins.map { PsychometricFunction.normalCumulative($0.offset.rawValue * scale) - 0.5 }
    func likelihood(_ lapseRate: Double) -> Double {
      var sum = 0.0
      for (bin, rise) in zip(bins, rises) {
        let correct = 0.5 + (1 - 2 * lapseRate) * rise
        let wrong = bin.answers - bin.correct
        if bin.correct > 0 { sum += Double(bin.correct) * log(correct) }
        // No lapses and a difference that cannot be missed make a wrong answer impossible.
        if wrong > 0 { sum += Double(wrong) * log(max(1 - correct, 1e-300)) }
      }
      return sum
    }
    // The log likelihood is concave in the lapses: a search by thirds finds its summit.
    var (low, high) = (0, lapses.count - 1)
    while high - low > 2 {
      let (first, second) = (low + (high - low) / 3, high - (high - low) / 3)
      if likelihood(lapses[first]) < likelihood(lapses[second]) {
        low = first
      } else {
        high = second
      }
    }
    let candidates = lapses[low...high].map { Candidate(likelihood: likelihood($0), lapseRate: $0) }
    return candidates.max { $0.likelihood < $1.likelihood } ?? candidates[0]
  }

  /// Where the profile crosses the level of the interval's ends; `nil` where it does not.
  private static func end(_ profile: [Candidate], from top: Int, by step: Int) -> Double? {
    let level = profile[top].likelihood - drop
    var index = top
    while profile.indices.contains(index + step) {
      let (here, next) = (profile[index].likelihood, profile[index + step].likelihood)
      if next <= level {
        let share = (here - level) / (here - next)
        return logThresholds[index]
          + share * (logThresholds[index + step] - logThresholds[index])
      }
      index += step
    }
    return nil
  }

  /// The maximum of the parabola through the highest point and its neighbours.
  private static func summit(_ profile: [Candidate], at top: Int) -> Double {
    guard top > 0, top < profile.count - 1 else { return logThresholds[top] }
    let (left, middle, right) = (
      profile[top - 1].likelihood, profile[top].likelihood, profile[top + 1].likelihood
    )
    let bend = left - 2 * middle + right
    guard bend < 0 else { return logThresholds[top] }
    return logThresholds[top] + 0.5 * (left - right) / bend
      * (logThresholds[top + 1] - logThresholds[top])
  }
}
