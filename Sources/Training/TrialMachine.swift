import Music

/// A challenge as it will sound.
public nonisolated protocol PosedTrial: Hashable, Sendable {
  /// The number of this challenge in its session, from 1.
  var index: Int { get }

  /// What sounds first, exact and at 0 dB.
  var referenceRequest: NoteRequest { get }

  /// The length of what sounds first.
  var noteDuration: NoteDuration { get }
}

/// A machine that poses one trial after the other and shows feedback after each. What is the same in
/// all of them, whatever they ask, is here; its state is a ``TrialCourse``.
public nonisolated protocol TrialMachine: TrainingMachine
where Run: Hashable, Trial: PosedTrial, Outcome: Hashable {
  /// How far a trial that has not been answered has come.
  associatedtype Question: Hashable, Sendable

  /// How a trial begins, while its first note sounds.
  static func opening(of trial: Trial) -> Question

  var course: TrialCourse<Self> { get set }
}

/// Where a training is that poses one trial after the other.
public nonisolated struct TrialCourse<Machine: TrialMachine>: Hashable, Sendable {
  typealias Trial = Machine.Trial
  typealias Outcome = Machine.Outcome

  /// Each state carries what exists in it and nothing else.
  enum State: Hashable {
    case idle
    case running(Machine.Run, Stage)
  }

  enum Stage: Hashable {
    case paused(TrainingPause<Trial>)
    /// The trial sounds, or its answer is awaited.
    case asking(Trial, Machine.Question)
    case showingFeedback(Trial, Outcome)
  }

  private(set) var state = State.idle

  /// What the driver waits for now.
  private(set) var step = TrainingStep()

  /// What was answered last, until it is taken back.
  private var undoable: Answer?

  private struct Answer: Hashable {
    let trial: Trial
    let outcome: Outcome

    /// What was known before.
    let before: Machine.Run
  }

  init() {}

  var run: Machine.Run? { if case .running(let run, _) = state { run } else { nil } }

  /// `nil` while idle.
  var stage: Stage? { if case .running(_, let stage) = state { stage } else { nil } }

  /// The trial that sounds or whose answer is awaited, its run, and how far it has come.
  var unanswered: (trial: Trial, question: Machine.Question, run: Machine.Run)? {
    if case .running(let run, .asking(let trial, let question)) = state {
      (trial, question, run)
    } else {
      nil
    }
  }

  /// Every change ends the step before it, so that nothing late can reach the new state.
  mutating func enter(_ stage: Stage, in run: Machine.Run) {
    state = .running(run, stage)
    step.advance()
  }

  /// The trial has come further, and what the driver waits for is the same as before.
  mutating func change(to question: Machine.Question) {
    guard case .running(let run, .asking(let trial, _)) = state else { return }
    state = .running(run, .asking(trial, question))
  }

  /// The trial has come further.
  mutating func enter(_ question: Machine.Question) {
    change(to: question)
    step.advance()
  }

  /// - Parameter run: what is known after the answer.
  mutating func record(_ outcome: Outcome, of trial: Trial, in run: Machine.Run) {
    undoable = self.run.map { Answer(trial: trial, outcome: outcome, before: $0) }
    enter(.showingFeedback(trial, outcome), in: run)
  }

  /// Forgets the last answer; what sounds goes on.
  mutating func undo() -> (trial: Trial, outcome: Outcome)? {
    guard let undoable, case .running(_, let stage) = state else { return nil }
    state = .running(undoable.before, stage)
    self.undoable = nil
    return (undoable.trial, undoable.outcome)
  }

  mutating func end() {
    state = .idle
    undoable = nil
    step.advance()
  }
}

nonisolated extension TrialMachine {
  public var run: Run? { course.run }

  public var step: TrainingStep { course.step }

  public var trial: Trial? {
    switch course.stage {
    case .asking(let trial, _), .showingFeedback(let trial, _): trial
    case .paused, nil: nil
    }
  }

  public var isPaused: Bool { if case .paused = course.stage { true } else { false } }

  public mutating func pose(_ trial: Trial, in run: Run) -> Actions? {
    if case .asking = course.stage { return nil }
    return begin(trial, in: run)
  }

  public func restEnded(_ step: TrainingStep) -> Actions? {
    guard step == self.step, let run, case .showingFeedback(let trial, _) = course.stage else {
      return nil
    }
    return [.choose(run, index: trial.index + 1)]
  }

  public mutating func undo() -> (trial: Trial, outcome: Outcome)? { course.undo() }

  public mutating func stop(_ reason: StopReason) -> Actions? {
    guard run != nil else { return nil }
    course.end()
    return [.silence, .notify(.state(phase)), .notify(.stopped(reason))]
  }

  /// The question how far an unanswered trial has come, if `step` is still what is waited for.
  func unanswered(_ step: TrainingStep) -> (trial: Trial, question: Question)? {
    guard step == self.step, let (trial, question, _) = course.unanswered else { return nil }
    return (trial, question)
  }

  /// - Parameter run: what is known after the answer.
  mutating func showFeedback(_ outcome: Outcome, of trial: Trial, in run: Run) -> Actions {
    course.record(outcome, of: trial, in: run)
    return [.rest(step), .notify(.state(phase)), .notify(.result(outcome))]
  }

  private mutating func begin(_ trial: Trial, in run: Run) -> Actions {
    course.enter(.asking(trial, Self.opening(of: trial)), in: run)
    return [
      .play(trial.referenceRequest, for: trial.noteDuration, step), .notify(.trial(trial)),
      .notify(.state(phase)),
    ]
  }
}

// MARK: Pauses and void trials

/// A training that waits: why, and with what it goes on.
nonisolated struct TrainingPause<Trial: Hashable & Sendable>: Hashable, Sendable {
  let reason: PauseReason
  let pending: PendingTrial<Trial>

  /// The pause that makes an unanswered trial void.
  init(_ reason: PauseReason, in trial: Trial) where Trial: PosedTrial {
    self.init(reason, before: reason == .asked ? .new(index: trial.index) : .again(trial))
  }

  init(_ reason: PauseReason, before pending: PendingTrial<Trial>) {
    self.reason = reason
    self.pending = pending
  }
}

/// What a training that waits goes on with.
nonisolated enum PendingTrial<Trial: Hashable & Sendable>: Hashable, Sendable {
  /// A trial of that number, which is still to be chosen.
  case new(index: Int)

  /// A trial that is void, once more.
  case again(Trial)
}

nonisolated extension TrialMachine {
  public mutating func pause(_ reason: PauseReason) -> Actions? {
    switch course.stage {
    case .asking(let trial, _):
      return [.silence, .notify(.discarded(trial, .paused(reason)))]
        + wait(TrainingPause(reason, in: trial))
    case .showingFeedback(let trial, _):
      return [.silence] + wait(TrainingPause(reason, before: .new(index: trial.index + 1)))
    case .paused(let pause) where pause.reason != reason:
      return wait(TrainingPause(reason, before: pause.pending))
    case .paused, nil: return nil
    }
  }

  public mutating func pause(
    _ reason: PauseReason, before index: Int, in run: Run
  ) -> Actions? {
    guard self.run == nil else { return nil }
    return wait(TrainingPause(reason, before: .new(index: index)), in: run)
  }

  public mutating func resume() -> Actions? {
    guard let run, case .paused(let pause) = course.stage else { return nil }
    switch pause.pending {
    case .new(let index): return [.choose(run, index: index)]
    case .again(let trial): return [.prepare] + begin(trial, in: run)
    }
  }

  public mutating func discard(_ reason: DiscardReason) -> Actions? {
    guard let (trial, _, run) = course.unanswered else { return nil }
    return [.silence, .prepare, .notify(.discarded(trial, reason))] + begin(trial, in: run)
  }

  private mutating func wait(_ pause: TrainingPause<Trial>, in start: Run? = nil) -> Actions {
    guard let run = run ?? start else { return [] }
    course.enter(.paused(pause), in: run)
    return [.notify(.paused(pause.reason))]
  }
}
