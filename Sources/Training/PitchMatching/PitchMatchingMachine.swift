import Music

/// Decides the course of a pitch matching training: a reference note sounds, then a detuned one until
/// the user has tuned it.
public nonisolated struct PitchMatchingMachine: TrialMachine {
  public typealias Trial = PosedPitchMatching
  public typealias Outcome = CompletedPitchMatching
  public typealias Chooser = PitchMatchingChooser

  /// Where a pitch matching training is; no phase is ever skipped.
  public enum Phase: String, CaseIterable, Sendable {
    case idle, paused, playingReference, playingTunable, showingFeedback
  }

  public enum Question: Hashable, Sendable {
    case playingReference
    /// The reference is over, the tunable note has not begun: there is nothing to tune yet. To
    /// everybody else the reference plays until then.
    case startingTunable
    /// `value` is where the slider stands.
    case playingTunable(value: Double)
    /// The user is content with what sounds; what that is, is not known yet. To everybody else the
    /// tunable note plays until then.
    case confirmingPitch(Stamp)
  }

  public static let name = TrainingName.matching

  public var course = TrialCourse<Self>()

  public init() {}

  public static func opening(of _: PosedPitchMatching) -> Question { .playingReference }

  public static func result(of outcome: CompletedPitchMatching) -> TrainingResult {
    .matching(outcome)
  }

  public static func context(of trial: PosedPitchMatching) -> TrialContext {
    var context = TrialContext()
    context.noteDuration = trial.noteDuration.seconds
    context.amplitude = trial.amplitudeDB.decibels
    context.referencePitch = trial.referencePitch.hertz
    return context
  }

  public var phase: Phase {
    switch course.stage {
    case nil: .idle
    case .paused: .paused
    case .asking(_, .playingReference), .asking(_, .startingTunable): .playingReference
    case .asking(_, .playingTunable), .asking(_, .confirmingPitch): .playingTunable
    case .showingFeedback: .showingFeedback
    }
  }

  public var isConfirming: Bool {
    if case .asking(_, .confirmingPitch) = course.stage { true } else { false }
  }

  /// Where the slider stands; `nil` if there is no note to tune.
  var value: Double? {
    if case .asking(_, .playingTunable(let value)) = course.stage { value } else { nil }
  }

  /// The reference note was played to its end.
  public mutating func noteEnded(_ step: TrainingStep) -> Actions? {
    guard case (let trial, .playingReference)? = unanswered(step) else { return nil }
    course.enter(.startingTunable)
    return [.hold(trial.tunableRequest, self.step)]
  }

  /// The tunable note has begun, at the trial's initial offset.
  public mutating func noteHeld(_ step: TrainingStep) -> Actions? {
    guard case (let trial, .startingTunable)? = unanswered(step) else { return nil }
    course.enter(.playingTunable(value: trial.initialValue))
    return [.giveSlider(trial.slider, at: trial.initialValue, self.step), .notify(.state(phase))]
  }

  public mutating func sliderMoved(to value: Double, _ step: TrainingStep) {
    guard case (_, .playingTunable)? = unanswered(step), value.isFinite else { return }
    course.change(to: .playingTunable(value: value))
  }

  /// A pitch is committed when it is known what sounded: at once if a MIDI control says it, and
  /// otherwise when that has been confirmed.
  public mutating func handle(_ intent: TrainingIntent, _ stamp: Stamp) -> Actions? {
    guard let (trial, question, _) = course.unanswered else { return nil }
    switch (question, intent) {
    case (.playingTunable, .slider(let value)): return move(to: value)
    case (.playingTunable, .sliderFromStart(let value)):
      return move(to: trial.initialValue + value)
    case (.playingTunable(let value), .nudge(let cents)):
      return move(to: value + cents.rawValue / trial.slider.reach.rawValue)
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

  /// Moves the slider, at most to its ends; `nil` if `value` is no number.
  private mutating func move(to value: Double) -> Actions? {
    guard let value = PitchSlider.clamped(value) else { return nil }
    course.change(to: .playingTunable(value: value))
    return [.moveSlider(to: value)]
  }

  private mutating func commit(
    _ value: Double, _ trial: PosedPitchMatching, _ stamp: Stamp
  ) -> Actions {
    guard var run else { return [] }
    let completed = CompletedPitchMatching(
      id: stamp.id, challenge: trial.challenge, userCentError: trial.centError(at: value),
      tuningSystem: trial.tuningSystem, timestamp: stamp.date,
      context: stamp.context)
    run.record(completed)
    // The note stops now, not after the observers, one of which waits for a disk.
    return [.release] + showFeedback(completed, of: trial, in: run)
  }
}

extension PitchMatchingMachine {
  /// What a pitch matching training knows from its start to its stop, and forgets then.
  public nonisolated struct Run: Hashable, Sendable {
    let rotation: IntervalRotation

    /// What the session asks for.
    public var intervals: [DirectedInterval] { rotation.intervals }

    let tuningSystem: TuningSystem

    /// What was committed last.
    private(set) var last: CompletedPitchMatching?

    /// - Precondition: `intervals` is not empty.
    init(intervals: [DirectedInterval], tuningSystem: TuningSystem) {
      rotation = IntervalRotation(intervals)
      self.tuningSystem = tuningSystem
    }

    mutating func record(_ completed: CompletedPitchMatching) { last = completed }
  }
}
