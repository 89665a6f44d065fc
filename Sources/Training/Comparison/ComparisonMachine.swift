import Music

/// Decides the course of a comparison training: two notes sound, and the user says whether the second
/// is higher or lower than the true interval.
public nonisolated struct ComparisonMachine: TrainingMachine {
  public typealias Trial = PosedComparison
  public typealias Outcome = CompletedComparison
  public typealias Chooser = ComparisonChooser

  /// Where a comparison training is; no phase is ever skipped.
  public enum Phase: String, CaseIterable, Sendable {
    case idle, paused, playingNote1, playingNote2, awaitingAnswer, showingFeedback
  }

  /// Each state carries what exists in it and nothing else.
  enum State: Hashable {
    case idle
    case paused(Run, PauseReason, PendingTrial<PosedComparison>)
    case playingNote1(Run, PosedComparison)
    /// The first note is over, the second has not sounded: there is nothing to answer yet. To
    /// everybody else the first note plays until then.
    case startingNote2(Run, PosedComparison)
    case playingNote2(Run, PosedComparison)
    /// The user has answered while the second note sounded. To everybody else it still plays.
    case confirmingAnswer(Run, PosedComparison, higher: Bool, Stamp)
    case awaitingAnswer(Run, PosedComparison)
    case showingFeedback(Run, PosedComparison, CompletedComparison)
  }

  public static let name = TrainingName.comparison

  private(set) var state: State = .idle
  public private(set) var step = TrainingStep()

  public init() {}

  public static func result(of outcome: CompletedComparison) -> TrainingResult {
    .comparison(outcome)
  }

  public static func context(of trial: PosedComparison) -> TrialContext {
    var context = TrialContext()
    context.noteDuration = trial.noteDuration.seconds
    context.amplitude = trial.amplitudeDB.decibels
    context.referencePitch = trial.referencePitch.hertz
    context.strategy = trial.strategy?.rawValue
    context.believedThreshold = trial.believedThreshold?.rawValue
    return context
  }

  public var phase: Phase {
    switch state {
    case .idle: .idle
    case .paused: .paused
    case .playingNote1, .startingNote2: .playingNote1
    case .playingNote2, .confirmingAnswer: .playingNote2
    case .awaitingAnswer: .awaitingAnswer
    case .showingFeedback: .showingFeedback
    }
  }

  public var run: Run? {
    switch state {
    case .idle: nil
    case .paused(let run, _, _), .playingNote1(let run, _), .startingNote2(let run, _),
      .playingNote2(let run, _), .confirmingAnswer(let run, _, _, _), .awaitingAnswer(let run, _),
      .showingFeedback(let run, _, _):
      run
    }
  }

  public var trial: PosedComparison? {
    if case .showingFeedback(_, let trial, _) = state { trial } else { unfinished?.trial }
  }

  public var isPaused: Bool { if case .paused = state { true } else { false } }

  public var isConfirming: Bool { if case .confirmingAnswer = state { true } else { false } }

  /// The trial that sounds or whose answer is awaited, and its run.
  private var unfinished: (trial: PosedComparison, run: Run)? {
    switch state {
    case .idle, .paused, .showingFeedback: nil
    case .playingNote1(let run, let trial), .startingNote2(let run, let trial),
      .playingNote2(let run, let trial), .confirmingAnswer(let run, let trial, _, _),
      .awaitingAnswer(let run, let trial):
      (trial, run)
    }
  }

  public mutating func pose(_ trial: PosedComparison, in run: Run) -> Actions? {
    switch state {
    case .idle, .paused, .showingFeedback: begin(trial, in: run)
    case .playingNote1, .startingNote2, .playingNote2, .confirmingAnswer, .awaitingAnswer: nil
    }
  }

  public mutating func noteStarted(_ step: TrainingStep) -> Actions? {
    guard step == self.step, case .startingNote2(let run, let trial) = state else { return nil }
    state = .playingNote2(run, trial)
    return [.notify(.state(phase))]
  }

  public mutating func noteEnded(_ step: TrainingStep) -> Actions? {
    guard step == self.step else { return nil }
    switch state {
    case .playingNote1(let run, let trial):
      enter(.startingNote2(run, trial))
      return [.play(trial.targetRequest, for: trial.noteDuration, self.step)]
    case .playingNote2(let run, let trial):
      enter(.awaitingAnswer(run, trial))
      return [.notify(.state(phase))]
    case .idle, .paused, .startingNote2, .confirmingAnswer, .awaitingAnswer, .showingFeedback:
      return nil
    }
  }

  /// An answer counts from the first moment of the second note on, and only once. While that note
  /// sounds, it counts when the sound has been confirmed.
  public mutating func handle(_ intent: TrainingIntent, _ stamp: Stamp) -> Actions? {
    guard case .answer(let higher) = intent else { return nil }
    switch state {
    case .playingNote2(let run, let trial):
      state = .confirmingAnswer(run, trial, higher: higher, stamp)
      return [.confirmSound(step)]
    case .awaitingAnswer(let run, let trial):
      return answer(higher, to: trial, in: run, stamp)
    case .idle, .paused, .playingNote1, .startingNote2, .confirmingAnswer, .showingFeedback:
      return nil
    }
  }

  public mutating func soundConfirmed(_ step: TrainingStep) -> Actions? {
    guard step == self.step,
      case .confirmingAnswer(let run, let trial, let higher, let stamp) = state
    else { return nil }
    // The note stops now, not after the observers, one of which waits for a disk.
    return [.silence] + answer(higher, to: trial, in: run, stamp)
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

  public mutating func undo() -> (trial: PosedComparison, outcome: CompletedComparison)? {
    guard var run, let answer = run.undo() else { return nil }
    state =
      switch state {
      case .idle: .idle
      case .paused(_, let reason, let pending): .paused(run, reason, pending)
      case .playingNote1(_, let trial): .playingNote1(run, trial)
      case .startingNote2(_, let trial): .startingNote2(run, trial)
      case .playingNote2(_, let trial): .playingNote2(run, trial)
      case .confirmingAnswer(_, let trial, let higher, let stamp):
        .confirmingAnswer(run, trial, higher: higher, stamp)
      case .awaitingAnswer(_, let trial): .awaitingAnswer(run, trial)
      case .showingFeedback(_, let trial, let completed): .showingFeedback(run, trial, completed)
      }
    return answer
  }

  public mutating func stop(_ reason: StopReason) -> Actions? {
    if case .idle = state { return nil }
    enter(.idle)
    return [.silence, .notify(.state(phase)), .notify(.stopped(reason))]
  }

  private mutating func begin(_ trial: PosedComparison, in run: Run) -> Actions {
    enter(.playingNote1(run, trial))
    return [
      .play(trial.referenceRequest, for: trial.noteDuration, step), .notify(.trial(trial)),
      .notify(.state(phase)),
    ]
  }

  private mutating func answer(
    _ higher: Bool, to trial: PosedComparison, in run: Run, _ stamp: Stamp
  ) -> Actions {
    let completed = CompletedComparison(
      id: stamp.id, comparison: trial.comparison, answeredHigher: higher,
      tuningSystem: trial.tuningSystem, timestamp: stamp.date,
      context: stamp.context)
    var run = run
    run.record(completed, of: trial)
    enter(.showingFeedback(run, trial, completed))
    return [.rest(step), .notify(.state(phase)), .notify(.result(completed))]
  }

  /// Every change ends the step before it, so that nothing late can reach the new state.
  private mutating func enter(_ state: State) {
    self.state = state
    step.advance()
  }
}

extension ComparisonMachine {
  /// What a comparison training knows from its start to its stop, and forgets then.
  public nonisolated struct Run: Hashable, Sendable {
    let rotation: IntervalRotation

    /// What the session asks for.
    public var intervals: [DirectedInterval] { rotation.intervals }

    let tuningSystem: TuningSystem

    /// What was answered last.
    private(set) var last: CompletedComparison?

    /// The smallest difference that was told right.
    public private(set) var bestDifference: Cents?

    /// - Precondition: `intervals` is not empty.
    init(intervals: [DirectedInterval], tuningSystem: TuningSystem) {
      rotation = IntervalRotation(intervals)
      self.tuningSystem = tuningSystem
    }

    /// What may be taken back, and what was known before it.
    private var undoable: Undoable?

    private struct Undoable: Hashable {
      let trial: PosedComparison
      let outcome: CompletedComparison
      let last: CompletedComparison?
      let bestDifference: Cents?
    }

    mutating func record(_ completed: CompletedComparison, of trial: PosedComparison) {
      undoable = Undoable(
        trial: trial, outcome: completed, last: last, bestDifference: bestDifference)
      last = completed
      guard completed.isCorrect else { return }
      let difference = Cents(completed.comparison.centOffset.magnitude)
      bestDifference = min(bestDifference ?? difference, difference)
    }

    /// Forgets the last answer.
    mutating func undo() -> (trial: PosedComparison, outcome: CompletedComparison)? {
      guard let undoable else { return nil }
      (last, bestDifference) = (undoable.last, undoable.bestDifference)
      self.undoable = nil
      return (undoable.trial, undoable.outcome)
    }
  }
}
