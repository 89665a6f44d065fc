import MainThread
import Music

/// Decides the course of a pitch matching training: a reference note sounds, then a detuned one
/// until the user has tuned it.
public nonisolated struct PitchMatchingMachine: TrialMachine {
  public enum Question: Hashable, Sendable {
    /// The tunable note has not begun.
    case playingReference(SliderPosition)
    case playingTunable(SliderPosition)
    /// The user is content with the pitch that sounds, which is not known yet. To observers the
    /// tunable note plays until then.
    case confirmingPitch(Stamp)
  }

  public struct SliderPosition: Hashable, Sendable {
    /// The position when the note began.
    let start: Double

    let value: Double

    init(start: Double, value: Double? = nil) {
      self.start = start
      self.value = value ?? start
      invariant(PitchSlider.range.contains(self.value), "the slider stays between its ends")
    }
  }

  public let training = TrainingName.matching
  public var course = TrialCourse<Question>()

  public init() {}

  /// A trial that is heard again continues at the slider's position; movements count from there.
  public static func opening(of trial: PosedTrial, after question: Question?) -> Question {
    switch question {
    case .playingReference(let place), .playingTunable(let place):
      .playingReference(SliderPosition(start: place.value))
    case .confirmingPitch, nil: .playingReference(SliderPosition(start: trial.initialValue))
    }
  }

  /// The reference, then the tunable note, which begins at the slider's position.
  public static func passage(of trial: PosedTrial, _ opening: Question) -> Passage {
    let start =
      if case .playingReference(let place) = opening { place.start } else { trial.initialValue }
    return trial.voicing.passage(
      trial.voices, Passage.Note(PlacedSlider(trial.slider, at: start), at: trial.amplitudeDB),
      span: NoteSpan(trial.noteDuration), gap: trial.flow.noteGap)
  }

  public var phase: TrialPhase {
    switch course.activity {
    case nil: .idle
    case .paused: .paused
    case .asking(_, .playingReference): .playingReference
    case .asking(_, .playingTunable), .asking(_, .confirmingPitch): .playingTunable
    case .showingFeedback: .showingFeedback
    case .replaying: .replaying
    }
  }

  public var isConfirming: Bool {
    if case .asking(_, .confirmingPitch) = course.activity { true } else { false }
  }

  /// The slider's position; `nil` without a note to tune.
  var value: Double? {
    if case .asking(_, .playingTunable(let place)) = course.activity { place.value } else { nil }
  }

  /// Begins the tuning when the tunable note has begun.
  public mutating func noteStarted(
    _ note: Int, in trial: PosedTrial, _ question: Question
  ) -> Actions? {
    guard case .playingReference(let place) = question,
      note == Self.passage(of: trial, question).target
    else { return nil }
    course.change(to: .playingTunable(place))
    return [.watchHand(step), .notify(.state(phase))]
  }

  public func noteEnded(_: Int, in _: PosedTrial, _: Question) -> Actions? { nil }

  public mutating func sliderMoved(to value: Double, _ step: TrainingStep) {
    guard case (_, .playingTunable(let place))? = unanswered(step), value.isFinite else { return }
    course.change(to: .playingTunable(SliderPosition(start: place.start, value: value)))
  }

  /// Pauses if the tunable note was not touched for so long that nobody seems to be there.
  public mutating func handIdled(_ step: TrainingStep) -> Actions? {
    guard case (_, .playingTunable)? = unanswered(step) else { return nil }
    return pause(.idleHand)
  }

  /// A pitch is committed when it is known: at once if a MIDI control reports it, and otherwise
  /// after its confirmation.
  public mutating func handle(
    _ intent: Intent, in trial: PosedTrial, _ question: Question, _ stamp: Stamp
  ) -> Actions? {
    switch (question, intent) {
    case (.playingTunable(let place), .slider(let value)): return move(place, to: value)
    case (.playingTunable(let place), .sliderFromStart(let value)):
      return move(place, to: place.start + value)
    case (.playingTunable(let place), .nudge(let cents)):
      return move(place, to: place.value + cents.rawValue / trial.slider.reach.rawValue)
    case (.playingTunable(let place), .tuneOn(let value)):
      guard let value = PitchSlider.clamped(value) else { return nil }
      course.change(to: .playingTunable(SliderPosition(start: place.start, value: value)))
      return [.giveSlider(trial.slider, at: value)]
    case (.playingTunable, .commit):
      course.change(to: .confirmingPitch(stamp))
      return [.confirmSlider(step)]
    // A MIDI control may be faster than the confirmation.
    case (.playingTunable, .commitAt(let value)), (.confirmingPitch, .commitAt(let value)):
      return PitchSlider.clamped(value).flatMap { commit($0, trial, stamp) }
    default: return nil
    }
  }

  public mutating func sliderConfirmed(at value: Double, _ step: TrainingStep) -> Actions? {
    guard case (let trial, .confirmingPitch(let stamp))? = unanswered(step) else { return nil }
    return commit(value, trial, stamp)
  }

  /// Moves the slider, at most to its ends; `nil` if `value` is NaN.
  private mutating func move(_ place: SliderPosition, to value: Double) -> Actions? {
    guard let value = PitchSlider.clamped(value) else { return nil }
    course.change(to: .playingTunable(SliderPosition(start: place.start, value: value)))
    return [.moveSlider(to: value)]
  }

  private mutating func commit(
    _ value: Double, _ trial: PosedTrial, _ stamp: Stamp
  ) -> Actions {
    // The note stops now, and does not wait until the result is stored.
    [.release] + showFeedback(.pitch(trial.centError(at: value)), of: trial, stamp)
  }
}

nonisolated extension PosedTrial {
  public var slider: PitchSlider { PitchSlider(target: targetFrequency) }

  /// The first position of the slider.
  public var initialValue: Double { challenge.centOffset.rawValue / slider.reach.rawValue }

  /// The distance from the target of the pitch with the slider at `value`, from both frequencies.
  public func centError(at value: Double) -> Cents {
    Cents(from: targetFrequency, to: slider.frequency(at: value))
  }
}
