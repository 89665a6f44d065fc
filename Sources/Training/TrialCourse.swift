import MainThread
import Music

/// The state of a training that poses one trial after the other.
public nonisolated struct TrialCourse<Question: Hashable & Sendable>: Hashable, Sendable {
  /// Each state carries what exists in it and nothing else.
  enum State: Hashable {
    case idle
    case running(TrialRun, Stage)
  }

  enum Stage: Hashable {
    case paused(TrainingPause)
    /// The trial sounds, or its answer is awaited.
    case asking(PosedTrial, Question)
    case showingFeedback(PosedTrial, CompletedTrial)
    case replaying(TrialReplay)
  }

  private(set) var state = State.idle

  /// What the driver waits for now.
  private(set) var step = TrainingStep()

  /// What was answered last, whether or not it was taken back.
  private(set) var last: AnsweredTrial?

  /// What was known before the last answer; `nil` if it has been taken back.
  private var beforeLast: TrialRun?

  /// Whether the training ends with the present trial.
  var isLast = false

  /// The pause that begins when the answer is confirmed, or what sounds fades out.
  var comingPause: PauseReason? {
    didSet {
      invariant(comingPause == nil || unanswered != nil, "a pause comes in a trial that asks")
    }
  }

  init() {}

  var run: TrialRun? { if case .running(let run, _) = state { run } else { nil } }

  /// `nil` while idle.
  var stage: Stage? { if case .running(_, let stage) = state { stage } else { nil } }

  /// The trial that sounds or whose answer is awaited, its run, and how far it has come.
  var unanswered: (trial: PosedTrial, question: Question, run: TrialRun)? {
    if case .running(let run, .asking(let trial, let question)) = state {
      (trial, question, run)
    } else {
      nil
    }
  }

  /// Every change ends the step before it, so that nothing late can reach the new state.
  mutating func enter(_ stage: Stage, in run: TrialRun) {
    if case .asking(let trial, _) = stage, let last {
      invariant(last.trial.index < trial.index, "a trial that is answered is not asked again")
    }
    state = .running(run, stage)
    comingPause = nil
    step.advance()
  }

  /// The trial has come further, and what the driver waits for is the same as before.
  mutating func change(to question: Question) {
    guard case .running(let run, .asking(let trial, _)) = state else { return }
    state = .running(run, .asking(trial, question))
  }

  /// The replay has come further, and what the driver waits for is the same as before.
  mutating func change(to replay: TrialReplay) {
    guard case .running(let run, .replaying) = state else { return }
    state = .running(run, .replaying(replay))
  }

  /// The training waits with another trial, and for the same as before.
  mutating func change(to pause: TrainingPause) {
    guard case .running(let run, .paused) = state else { return }
    state = .running(run, .paused(pause))
  }

  /// The trial has come further.
  mutating func enter(_ question: Question) {
    change(to: question)
    step.advance()
  }

  /// - Parameter run: what is known after the answer.
  mutating func record(_ outcome: CompletedTrial, of trial: PosedTrial, in run: TrialRun) {
    invariant(unanswered?.trial.index == trial.index, "an answer belongs to a trial that asks")
    beforeLast = self.run
    last = AnsweredTrial(trial: trial, outcome: outcome)
    enter(.showingFeedback(trial, outcome), in: run)
  }

  /// Takes the last answer back; the sound goes on.
  mutating func undo() -> (trial: PosedTrial, outcome: CompletedTrial)? {
    guard let last, let beforeLast, case .running(_, let stage) = state else { return nil }
    state = .running(beforeLast, stage)
    self.beforeLast = nil
    return (last.trial, last.outcome)
  }

  mutating func end() {
    state = .idle
    (last, beforeLast, isLast, comingPause) = (nil, nil, false, nil)
    step.advance()
  }
}

/// A trial and what came of it.
nonisolated struct AnsweredTrial: Hashable, Sendable {
  let trial: PosedTrial
  let outcome: CompletedTrial
}

/// A training that waits: why, and with what it goes on.
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
}

nonisolated extension TrainingPause {
  /// The same pause when what sounded fades out.
  var inSilence: TrainingPause {
    if case .again(let trial) = pending { TrainingPause(reason, in: trial) } else { self }
  }
}

nonisolated extension PauseReason {
  /// Whether the same trial is posed again after the pause. Otherwise a new one is: the user may have
  /// thought about the old one, or heard it for a minute.
  fileprivate var keepsTrial: Bool {
    switch self {
    case .unconnected, .stalled: true
    case .asked, .key, .idleHand, .panic, .history: false
    }
  }

  /// Whether anybody hears what sounds during the pause.
  var isAudible: Bool { !keepsTrial }
}

/// The trial with which a waiting training goes on.
nonisolated enum PendingTrial: Hashable, Sendable {
  /// A trial of that number, which is still to be chosen.
  case new(index: Int)

  /// A trial that is void, once more.
  case again(PosedTrial)
}

/// The notes of an answered trial once more, with the truth shown.
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

  /// How many notes are over.
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

  /// Whether all of the notes are over.
  var isOver: Bool { endedCount == notes.count }

  /// What the note with that index is to the answer.
  func role(of note: Int) -> ReplayNote.Role? {
    notes.indices.contains(note) ? notes[note].role : nil
  }

  mutating func noteEnded() {
    invariant(!isOver, "a note ends once")
    endedCount += 1
  }

  /// With what a training that waits instead of the replay goes on.
  var pending: PendingTrial {
    switch continuation {
    case .next(let index): .new(index: index)
    case .pause(let pause): pause.pending
    }
  }
}
