import MainThread
import Music

/// The state of a training that poses one trial after the other.
public nonisolated struct TrialCourse<Question: Hashable & Sendable>: Hashable, Sendable {
  enum State: Hashable {
    case idle
    case running(TrialRun, Activity)
  }

  enum Activity: Hashable {
    case paused(TrainingPause)
    /// The trial sounds, or its answer is awaited.
    case asking(PosedTrial, Question)
    case showingFeedback(PosedTrial, CompletedTrial)
    case replaying(TrialReplay)
  }

  private(set) var state = State.idle

  /// The step that the driver waits for.
  private(set) var step = TrainingStep()

  /// The last answer, also if it was taken back.
  private(set) var last: AnsweredTrial?

  /// The run before the last answer; `nil` if that has been taken back.
  private var beforeLast: TrialRun?

  /// True if the training ends with the present trial.
  var isLast = false

  /// The pause that begins when the answer is confirmed, or when the sound fades out.
  var comingPause: PauseReason? {
    didSet {
      invariant(comingPause == nil || unanswered != nil, "a pause comes in a trial that asks")
    }
  }

  init() {}

  var run: TrialRun? { if case .running(let run, _) = state { run } else { nil } }

  /// `nil` while idle.
  var activity: Activity? { if case .running(_, let activity) = state { activity } else { nil } }

  /// The trial that sounds or whose answer is awaited, its progress, and its run.
  var unanswered: (trial: PosedTrial, question: Question, run: TrialRun)? {
    if case .running(let run, .asking(let trial, let question)) = state {
      (trial, question, run)
    } else {
      nil
    }
  }

  /// Enters an activity, and ends the step before it, so that nothing late reaches the new state.
  mutating func enter(_ activity: Activity, in run: TrialRun) {
    if case .asking(let trial, _) = activity, let last {
      invariant(last.trial.index < trial.index, "a trial that is answered is not asked again")
    }
    state = .running(run, activity)
    comingPause = nil
    step.advance()
  }

  /// Changes the progress of the trial within the present step.
  mutating func change(to question: Question) {
    guard case .running(let run, .asking(let trial, _)) = state else { return }
    state = .running(run, .asking(trial, question))
  }

  /// Changes the progress of the replay within the present step.
  mutating func change(to replay: TrialReplay) {
    guard case .running(let run, .replaying) = state else { return }
    state = .running(run, .replaying(replay))
  }

  /// Changes the pause within the present step.
  mutating func change(to pause: TrainingPause) {
    guard case .running(let run, .paused) = state else { return }
    state = .running(run, .paused(pause))
  }

  /// Changes the progress of the trial, and ends the step.
  mutating func enter(_ question: Question) {
    change(to: question)
    step.advance()
  }

  /// - Parameter run: the run after the answer.
  mutating func record(_ outcome: CompletedTrial, of trial: PosedTrial, in run: TrialRun) {
    invariant(unanswered?.trial.index == trial.index, "an answer belongs to a trial that asks")
    beforeLast = self.run
    last = AnsweredTrial(trial: trial, outcome: outcome)
    enter(.showingFeedback(trial, outcome), in: run)
  }

  /// Takes back the last answer, while the sound continues.
  mutating func undo() -> (trial: PosedTrial, outcome: CompletedTrial)? {
    guard let last, let beforeLast, case .running(_, let activity) = state else { return nil }
    state = .running(beforeLast, activity)
    self.beforeLast = nil
    return (last.trial, last.outcome)
  }

  mutating func end() {
    state = .idle
    (last, beforeLast, isLast, comingPause) = (nil, nil, false, nil)
    step.advance()
  }
}

/// A trial with its answer.
nonisolated struct AnsweredTrial: Hashable, Sendable {
  let trial: PosedTrial
  let outcome: CompletedTrial
}

/// A pause of a training: its reason, and the trial after it.
nonisolated struct TrainingPause: Hashable, Sendable {
  let reason: PauseReason
  let pending: PendingTrial

  /// The pause that makes an unanswered trial void.
  init(_ reason: PauseReason, in trial: PosedTrial) {
    self.init(reason, before: reason.keepsTrial ? .again(trial) : .new(index: trial.index))
  }

  init(_ reason: PauseReason, before pending: PendingTrial) {
    self.reason = reason
    self.pending = pending
  }

  /// The same pause when the sound fades out.
  var inSilence: TrainingPause {
    if case .again(let trial) = pending { TrainingPause(reason, in: trial) } else { self }
  }
}

nonisolated extension PauseReason {
  /// True if the same trial is posed again after the pause. Otherwise the user may have thought
  /// about the trial, or heard it for a minute, and a new one is posed.
  fileprivate var keepsTrial: Bool {
    switch self {
    case .unconnected, .stalled: true
    case .asked, .key, .idleHand, .panic, .history: false
    }
  }

  /// True if the user can hear a sound during the pause.
  var isAudible: Bool { !keepsTrial }
}

/// The trial with which a waiting training continues.
nonisolated enum PendingTrial: Hashable, Sendable {
  /// A trial of that number, which has yet to be chosen.
  case new(index: Int)

  /// A trial that is void, again.
  case again(PosedTrial)
}

/// A replay of an answered trial, with the truth.
nonisolated struct TrialReplay: Hashable, Sendable {
  enum Continuation: Hashable {
    /// The trial of that number.
    case next(index: Int)
    /// The pause in which the replay was asked for.
    case pause(TrainingPause)
  }

  let answered: AnsweredTrial
  let continuation: Continuation

  private let notes: [ReplayNote]

  /// The number of notes that are over.
  private var endedCount = 0

  /// - Parameter notes: 1…``Passage/noteLimit``, none of them held.
  init(
    _ answered: AnsweredTrial, _ notes: [ReplayNote],
    then continuation: Continuation
  ) {
    self.answered = answered
    self.continuation = continuation
    self.notes = notes
  }

  var passage: Passage { Passage(notes.map(\.note)) }

  /// True if all notes are over.
  var isOver: Bool { endedCount == notes.count }

  /// The role of the note with that index.
  func role(of note: Int) -> ReplayNote.Role? {
    notes.indices.contains(note) ? notes[note].role : nil
  }

  mutating func noteEnded() {
    invariant(!isOver, "a note ends once")
    endedCount += 1
  }

  /// The trial after a pause that takes the place of the replay.
  var pending: PendingTrial {
    switch continuation {
    case .next(let index): .new(index: index)
    case .pause(let pause): pause.pending
    }
  }
}
