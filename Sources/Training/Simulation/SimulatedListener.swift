import Foundation
import Music

/// A listener whose thresholds are known, who answers without hearing anything.
///
/// With x the signed offset in cents and T the threshold of the reference note at that moment,
/// "higher" is answered with the probability
///
///     λ + (1 − 2λ) · Φ(0.67449 · x / T + bias)
///
/// so without bias, an offset of ±T is told correctly three times in four except for the lapses λ.
public nonisolated struct SimulatedListener: Hashable, Sendable {
  /// ln threshold of each note at the beginning, in cents.
  public let thresholds: [Double]

  /// λ, the share of answers at which the listener's attention lapses and the wrong answer is given
  /// however large the difference is; 0…0.5.
  public let lapseRate: Double

  /// The share of each threshold that remains after 1000 trials: 1 is no learning, 0.7 some.
  public let learning: Double

  /// How strongly "higher" is preferred, in standard deviations of what is heard.
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

/// The distribution from which the thresholds of simulated listeners are drawn.
public nonisolated enum ListenerPopulation: Hashable, Sendable {
  /// The same threshold, in cents, on every note.
  case flat(threshold: Double)

  /// Poor in the bass, good in the treble, with a little variation from listener to listener:
  ///
  ///     ln T(n) = ln 3 + ln 10 · clip((60 − n) / 24, 0, 1) + 0.1 · N(0, 1)
  ///
  /// 3 cents from middle C up, 30 cents two octaves lower.
  case byRegister

  /// The threshold of each note, in cents; 128 of them.
  case given([Double])

  /// A listener of this population.
  public func draw(
    lapseRate: Double, learning: Double, bias: Double, using random: inout RandomSource
  ) -> SimulatedListener {
    SimulatedListener(
      thresholds: thresholds(using: &random), lapseRate: lapseRate, learning: learning, bias: bias)
  }

  private func thresholds(using random: inout RandomSource) -> [Double] {
    switch self {
    case .flat(let threshold): [Double](repeating: log(threshold), count: 128)
    case .byRegister:
      MIDINote.range.map { note in
        log(3) + log(10) * min(max(Double(60 - note) / 24, 0), 1) + 0.1 * random.nextNormal()
      }
    case .given(let thresholds): thresholds.map { log($0) }
    }
  }
}
