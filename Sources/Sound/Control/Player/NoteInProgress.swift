import Foundation
import Intonation
import Music
import Training

/// A note between its start and the news of its end.
struct NoteInProgress {
  let plan: PitchPlan

  /// Where it began.
  let start: Frequency
  var isStopping = false

  /// The slider that is in the hand with it.
  var slider: PitchSlider?

  /// Told where a hand on MIDI has moved the slider.
  var onSliderMove: ((Double) -> Void)?

  /// Wants to know where it could not begin.
  var onFailure: ((AudioError) -> Void)?

  /// Who waits for the end of a note of set length. Resumed exactly once: whoever takes it out resumes
  /// it.
  var waiter: CheckedContinuation<Void, any Error>?

  init(plan: PitchPlan, start: Frequency) {
    self.plan = plan
    self.start = start
  }

  /// The resampler's relative ratio that sounds `frequency`.
  func ratio(of frequency: Frequency) -> Double {
    plan.ratio(bend: Cents(from: start, to: frequency))
  }
}

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

/// What is changed about the notes of a sound, so that what was asked for is what sounds.
struct NoteCorrection {
  /// How far each key is off; `nil` leaves the pitch as it is.
  var pitch: IntonationTable?

  /// How loud each key is; `nil` leaves the loudness as it is.
  var loudness: IntonationTable?

  /// How a frequency is made.
  func plan(for frequency: Frequency) -> PitchPlan {
    PitchPlan(frequency) { pitch?.deviation(ofKey: $0) ?? 0 }
  }

  /// The factor on the amplitude that makes the note as loud as the others.
  func gain(of plan: PitchPlan) -> Double {
    pow(10, (loudness?.gain(ofKey: plan.key) ?? 0) / 20)
  }
}
