import Foundation
import Music

/// How a frequency is made: a key and a whole number of cents by FluidSynth, which knows no finer
/// step, and the rest by the resampler.
package struct PitchPlan: Hashable {
  /// The MIDI key, 0…127.
  package let key: Int

  /// Whole cents from the key: within ±50 and what the key's sample is off, more beyond the ends of the
  /// keyboard.
  package let cents: Int

  /// What is left, within ±0.5 cent.
  let rest: Cents

  /// - Parameters:
  ///   - frequency: 20…20 000 Hz.
  ///   - deviation: how far a key's sample sounds from the key, in cents. It is taken away, so that what
  ///     was asked for is what sounds; a note that is bent keeps its key, and so the correction.
  package init(_ frequency: Frequency, deviation: (_ key: Int) -> Double = { _ in 0 }) {
    let total = 6900 + Cents(from: TuningSystem.standardReferencePitch, to: frequency).rawValue
    key = min(max(Int((total / 100).rounded()), 0), 127)
    let fromKey = total - Double(key) * 100 - deviation(key)
    cents = Int(fromKey.rounded())
    rest = Cents(fromKey - Double(cents))
  }

  /// The resampler's relative ratio for a pitch `bend` away from this one.
  package func ratio(bend: Cents = 0) -> Double { 1 / ((rest + bend).ratio * Voice.baseRatio) }
}
