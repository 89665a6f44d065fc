import Foundation
import Intonation
import Music

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
