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
