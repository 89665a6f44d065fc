import Music

/// Decides the course of a pitch matching training: a reference note sounds, then a detuned one until
/// the user has tuned it.
public nonisolated struct PitchMatchingMachine: TrainingMachine {
  public typealias Trial = PosedPitchMatching
  public typealias Outcome = CompletedPitchMatching
  public typealias Chooser = PitchMatchingChooser

  /// Where a pitch matching training is; no phase is ever skipped.
  public enum Phase: String, CaseIterable, Sendable {
    case idle, paused, playingReference, playingTunable, showingFeedback
  }

  /// Each state carries what exists in it and nothing else.
  enum State: Hashable {
    case idle
    case paused(Run, PauseReason, PendingTrial<PosedPitchMatching>)
    case playingReference(Run, PosedPitchMatching)
    /// The reference is over, the tunable note has not begun: there is nothing to tune yet. To
    /// everybody else the reference plays until then.
    case startingTunable(Run, PosedPitchMatching)
    /// `value` is where the slider stands.
    case playingTunable(Run, PosedPitchMatching, value: Double)
    /// The user is content with what sounds; what that is, is not known yet. To everybody else the
    /// tunable note plays until then.
    case confirmingPitch(Run, PosedPitchMatching, Stamp)
    case showingFeedback(Run, PosedPitchMatching, CompletedPitchMatching)
  }

  public static let name = TrainingName.matching

  private(set) var state: State = .idle
  public private(set) var step = TrainingStep()

  public init() {}

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
    switch state {
    case .idle: .idle
    case .paused: .paused
    case .playingReference, .startingTunable: .playingReference
    case .playingTunable, .confirmingPitch: .playingTunable
    case .showingFeedback: .showingFeedback
    }
  }

  public var run: Run? {
    switch state {
    case .idle: nil
    case .paused(let run, _, _), .playingReference(let run, _), .startingTunable(let run, _),
      .playingTunable(let run, _, _), .confirmingPitch(let run, _, _),
      .showingFeedback(let run, _, _):
      run
    }
  }

  public var trial: PosedPitchMatching? {
    if case .showingFeedback(_, let trial, _) = state { trial } else { unfinished?.trial }
  }

  public var isPaused: Bool { if case .paused = state { true } else { false } }

  public var isConfirming: Bool { if case .confirmingPitch = state { true } else { false } }

  /// The trial that sounds, and its run.
  private var unfinished: (trial: PosedPitchMatching, run: Run)? {
    switch state {
    case .idle, .paused, .showingFeedback: nil
    case .playingReference(let run, let trial), .startingTunable(let run, let trial),
      .playingTunable(let run, let trial, _), .confirmingPitch(let run, let trial, _):
      (trial, run)
    }
  }

  /// Where the slider stands; `nil` if there is no note to tune.
  var value: Double? {
    if case .playingTunable(_, _, let value) = state { value } else { nil }
  }

  public mutating func pose(_ trial: PosedPitchMatching, in run: Run) -> Actions? {
    switch state {
    case .idle, .paused, .showingFeedback: begin(trial, in: run)
    case .playingReference, .startingTunable, .playingTunable, .confirmingPitch: nil
    }
  }

  /// The reference note was played to its end.
  public mutating func noteEnded(_ step: TrainingStep) -> Actions? {
    guard step == self.step, case .playingReference(let run, let trial) = state else {
      return nil
    }
    enter(.startingTunable(run, trial))
    return [.hold(trial.tunableRequest, self.step)]
  }

  /// The tunable note has begun, at the trial's initial offset.
  public mutating func noteHeld(_ step: TrainingStep) -> Actions? {
    guard step == self.step, case .startingTunable(let run, let trial) = state else {
      return nil
    }
    enter(.playingTunable(run, trial, value: trial.initialValue))
    return [.giveSlider(trial.slider, at: trial.initialValue, self.step), .notify(.state(phase))]
  }

  public mutating func sliderMoved(to value: Double, _ step: TrainingStep) {
    guard step == self.step, case .playingTunable(let run, let trial, _) = state,
      value.isFinite
    else { return }
    state = .playingTunable(run, trial, value: value)
  }

  /// A pitch is committed when it is known what sounded: at once if a MIDI control says it, and
  /// otherwise when that has been confirmed.
  public mutating func handle(_ intent: TrainingIntent, _ stamp: Stamp) -> Actions? {
    switch state {
    case .playingTunable(let run, let trial, let value):
      switch intent {
      case .answer: return nil
      case .slider(let value): return move(to: value, trial, run)
      case .sliderFromStart(let value): return move(to: trial.initialValue + value, trial, run)
      case .nudge(let cents):
        return move(to: value + cents.rawValue / trial.slider.reach.rawValue, trial, run)
      case .commit:
        state = .confirmingPitch(run, trial, stamp)
        return [.confirmSlider(step)]
      case .commitAt(let value):
        return PitchSlider.clamped(value).flatMap { commit($0, trial, run, stamp) }
      }
    case .confirmingPitch(let run, let trial, _):
      // A MIDI control was faster.
      guard case .commitAt(let value) = intent else { return nil }
      return PitchSlider.clamped(value).flatMap { commit($0, trial, run, stamp) }
    case .idle, .paused, .playingReference, .startingTunable, .showingFeedback: return nil
    }
  }

  public mutating func sliderConfirmed(at value: Double, _ step: TrainingStep) -> Actions? {
    guard step == self.step, case .confirmingPitch(let run, let trial, let stamp) = state else {
      return nil
    }
    return commit(value, trial, run, stamp)
  }

  public func restEnded(_ step: TrainingStep) -> Actions? {
    guard step == self.step, case .showingFeedback(let run, let trial, _) = state else {
      return nil
    }
    return [.choose(run, index: trial.index + 1)]
  }

  public mutating func pause(_ reason: PauseReason) -> Actions? {
    if let (trial, run) = unfinished {
      enter(.paused(run, reason, reason == .asked ? .new(index: trial.index) : .again(trial)))
      return [.silence, .notify(.discarded(trial, .paused(reason))), .notify(.paused(reason))]
    }
    switch state {
    case .showingFeedback(let run, let trial, _):
      enter(.paused(run, reason, .new(index: trial.index + 1)))
      return [.silence, .notify(.paused(reason))]
    case .paused(let run, let former, let pending) where reason != former:
      enter(.paused(run, reason, pending))
      return [.notify(.paused(reason))]
    default: return nil
    }
  }

  public mutating func pause(
    _ reason: PauseReason, before index: Int, in run: Run
  ) -> Actions? {
    guard case .idle = state else { return nil }
    enter(.paused(run, reason, .new(index: index)))
    return [.notify(.paused(reason))]
  }

  public mutating func resume() -> Actions? {
    switch state {
    case .paused(let run, _, .new(let index)): [.choose(run, index: index)]
    case .paused(let run, _, .again(let trial)): [.prepare] + begin(trial, in: run)
    default: nil
    }
  }

  public mutating func discard(_ reason: DiscardReason) -> Actions? {
    guard let (trial, run) = unfinished else { return nil }
    return [.silence, .prepare, .notify(.discarded(trial, reason))] + begin(trial, in: run)
  }

  public mutating func undo() -> (trial: PosedPitchMatching, outcome: CompletedPitchMatching)? {
    guard var run, let answer = run.undo() else { return nil }
    state =
      switch state {
      case .idle: .idle
      case .paused(_, let reason, let pending): .paused(run, reason, pending)
      case .playingReference(_, let trial): .playingReference(run, trial)
      case .startingTunable(_, let trial): .startingTunable(run, trial)
      case .playingTunable(_, let trial, let value): .playingTunable(run, trial, value: value)
      case .confirmingPitch(_, let trial, let stamp): .confirmingPitch(run, trial, stamp)
      case .showingFeedback(_, let trial, let completed): .showingFeedback(run, trial, completed)
      }
    return answer
  }

  public mutating func stop(_ reason: StopReason) -> Actions? {
    if case .idle = state { return nil }
    enter(.idle)
    return [.silence, .notify(.state(phase)), .notify(.stopped(reason))]
  }

  /// Moves the slider, at most to its ends; `nil` if `value` is no number.
  private mutating func move(
    to value: Double, _ trial: PosedPitchMatching, _ run: Run
  ) -> Actions? {
    guard let value = PitchSlider.clamped(value) else { return nil }
    state = .playingTunable(run, trial, value: value)
    return [.moveSlider(to: value)]
  }

  private mutating func begin(_ trial: PosedPitchMatching, in run: Run) -> Actions {
    enter(.playingReference(run, trial))
    return [
      .play(trial.referenceRequest, for: trial.noteDuration, step), .notify(.trial(trial)),
      .notify(.state(phase)),
    ]
  }

  private mutating func commit(
    _ value: Double, _ trial: PosedPitchMatching, _ run: Run, _ stamp: Stamp
  ) -> Actions {
    let completed = CompletedPitchMatching(
      id: stamp.id, challenge: trial.challenge, userCentError: trial.centError(at: value),
      tuningSystem: trial.tuningSystem, timestamp: stamp.date,
      context: stamp.context)
    var run = run
    run.record(completed, of: trial)
    enter(.showingFeedback(run, trial, completed))
    // The note stops now, not after the observers, one of which waits for a disk.
    return [.release, .rest(step), .notify(.state(phase)), .notify(.result(completed))]
  }

  /// Every change ends the step before it, so that nothing late can reach the new state.
  private mutating func enter(_ state: State) {
    self.state = state
    step.advance()
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

    /// What may be taken back, and what was known before it.
    private var undoable: Undoable?

    private struct Undoable: Hashable {
      let trial: PosedPitchMatching
      let outcome: CompletedPitchMatching
      let last: CompletedPitchMatching?
    }

    /// - Precondition: `intervals` is not empty.
    init(intervals: [DirectedInterval], tuningSystem: TuningSystem) {
      rotation = IntervalRotation(intervals)
      self.tuningSystem = tuningSystem
    }

    mutating func record(_ completed: CompletedPitchMatching, of trial: PosedPitchMatching) {
      undoable = Undoable(trial: trial, outcome: completed, last: last)
      last = completed
    }

    /// Forgets the last answer.
    mutating func undo() -> (trial: PosedPitchMatching, outcome: CompletedPitchMatching)? {
      guard let undoable else { return nil }
      last = undoable.last
      self.undoable = nil
      return (undoable.trial, undoable.outcome)
    }
  }
}
