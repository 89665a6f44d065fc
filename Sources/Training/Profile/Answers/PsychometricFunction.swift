import Foundation

/// How likely a listener with a known threshold answers correctly: the model of the two-alternative
/// forced choice that ``ThresholdMap`` and the tests of change share.
///
///     p(x, θ) = ½ + (1 − 2λ) · (Φ(0.67449 · x / e^θ) − ½)
///
/// x is the |offset| in cents, e^θ the threshold: the offset that would be told correctly three
/// times in four (Φ(0.67449) = ¾) without the lapses of attention λ.
nonisolated struct PsychometricFunction {
  /// λ: the share of wrong answers that remains however large the difference is.
  let lapseRate: Double

  /// The lapses that are assumed if they are not estimated.
  static let standard = PsychometricFunction(lapseRate: 0.02)

  /// The standard normal quantile of ¾.
  static let slope = 0.674_489_750_196_081_7

  /// The probability of a correct answer.
  ///
  /// - Parameter z: 0.67449 · x / e^θ; not negative.
  func probabilityCorrect(at z: Double) -> Double {
    0.5 + (1 - 2 * lapseRate) * (Self.normalCumulative(z) - 0.5)
  }

  /// The derivative of that probability by θ.
  func derivative(at z: Double) -> Double { -(1 - 2 * lapseRate) * Self.normalDensity(z) * z }

  /// Φ.
  static func normalCumulative(_ z: Double) -> Double { 0.5 * erfc(-z * 0.5.squareRoot()) }

  private static func normalDensity(_ z: Double) -> Double {
    exp(-0.5 * z * z) / (2 * Double.pi).squareRoot()
  }
}
