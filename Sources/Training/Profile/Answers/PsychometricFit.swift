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

  /// `nil` where the answers do not show a threshold: below 20, or where the interval has no ends, as
  /// with answers that are all right or do not depend on the difference.
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

  /// How likely a right answer to a difference is by this fit.
  public func probabilityCorrect(at offset: Cents) -> Double {
    PsychometricFunction(lapseRate: lapseRate).probabilityCorrect(
      at: PsychometricFunction.slope * offset.magnitude / threshold.rawValue)
  }
}
