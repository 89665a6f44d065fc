import Foundation
import Music

/// A listener whose thresholds are known, who answers without hearing anything.
///
/// With x the signed offset in cents and T the threshold of the reference note at that moment, "higher"
/// is answered with the probability
///
///     λ + (1 − 2λ) · Φ(0.67449 · x / T + bias)
///
/// so that without bias an offset of ±T is told right three times in four but for the lapses λ.
public nonisolated struct SimulatedListener: Hashable, Sendable {
  /// ln threshold of each note at the beginning, in cents.
  public let thresholds: [Double]

  /// λ, the share of answers at which the listener's attention has lapsed and the wrong one is given,
  /// be the difference ever so large; 0…0.5.
  public let lapseRate: Double

  /// What is left of each threshold after 1000 trials as a share: 1 is no learning, 0.7 some.
  public let learning: Double

  /// How far "higher" is preferred, in standard deviations of what is heard.
  public let bias: Double

  /// - Precondition: 128 thresholds; a lapse rate within 0…0.5; learning is positive.
  public init(
    thresholds: [Double], lapseRate: Double = 0.02, learning: Double = 1, bias: Double = 0
  ) {
    precondition(thresholds.count == 128 && (0...0.5).contains(lapseRate) && learning > 0)
    self.thresholds = thresholds
    self.lapseRate = lapseRate
    self.learning = learning
    self.bias = bias
  }

  /// ln threshold of a note after that many trials.
  public func threshold(of note: MIDINote, after trials: Int) -> Double {
    thresholds[note.rawValue] + log(learning) * Double(trials) / 1000
  }

  /// The probability of the answer "higher".
  func probabilityHigher(_ comparison: Comparison, after trials: Int) -> Double {
    let threshold = exp(threshold(of: comparison.referenceNote, after: trials))
    let z = PsychometricFunction.slope * comparison.centOffset.rawValue / threshold + bias
    return lapseRate + (1 - 2 * lapseRate) * PsychometricFunction.normalCumulative(z)
  }

  func answersHigher(
    _ comparison: Comparison, after trials: Int, using random: inout RandomSource
  ) -> Bool {
    Double.random(in: 0..<1, using: &random) < probabilityHigher(comparison, after: trials)
  }
}
