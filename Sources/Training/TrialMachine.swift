import Music

/// Decides the course of a training, which poses one trial after the other and shows feedback after
/// each; ``TrainingDriver`` acts. The extensions hold what all machines share, with a
/// ``TrialCourse`` as the state.
///
/// A machine is a value. Each input is a method that changes the state and returns the actions for
/// the driver, or `nil` if the input does not fit the state and changed nothing.
public nonisolated protocol TrialMachine: Sendable {
  typealias Actions = [TrainingAction]

  var training: TrainingName { get }

  var phase: TrialPhase { get }

  /// True if the user has answered, and the sound has not been confirmed yet.
  var isConfirming: Bool { get }

  /// The progress of a trial that has not been answered.
  associatedtype Question: Hashable, Sendable

  /// The progress of a trial whose first note sounds.
  ///
  /// - Parameter question: the progress before the trial was repeated; `nil` the first time.
  static func opening(of trial: PosedTrial, after question: Question?) -> Question

  /// The notes of a trial that begins so.
  static func passage(of trial: PosedTrial, _ opening: Question) -> Passage

  /// The action that lets a trial sound that begins so.
  static func sound(
    _ trial: PosedTrial, _ opening: Question, _ step: TrainingStep
  ) -> TrainingAction

  var course: TrialCourse<Question> { get set }

  /// Handles the beginning of the passage's note with that index, in a trial that is not answered.
  mutating func noteStarted(_ note: Int, in trial: PosedTrial, _ question: Question) -> Actions?

  /// Handles the end of the passage's note with that index, in a trial that is not answered.
  mutating func noteEnded(_ note: Int, in trial: PosedTrial, _ question: Question) -> Actions?

  /// Handles the end of the time for the drone alone, in a trial that is not answered.
  mutating func droneHeard(in trial: PosedTrial, _ question: Question) -> Actions?

  /// Handles an answer, or a step towards it.
  mutating func handle(
    _ intent: Intent, in trial: PosedTrial, _ question: Question, _ stamp: Stamp
  ) -> Actions?

  // MARK: Inputs of some trainings

  /// Follows the slider of the tunable note, which MIDI has moved to `value`.
  mutating func sliderMoved(to value: Double, _ step: TrainingStep)

  /// Handles the outcome of listening; `stamp` is for the record, if there is one.
  mutating func noteHeard(
    _ outcome: PlayedNoteOutcome, _ step: TrainingStep, _ stamp: Stamp
  ) -> Actions?

  /// Handles the confirmation that the sound was running when the user answered.
  mutating func soundConfirmed(_ step: TrainingStep) -> Actions?

  /// Handles the confirmation that the tunable note sounded with the slider at `value` when the
  /// user committed it.
  mutating func sliderConfirmed(at value: Double, _ step: TrainingStep) -> Actions?

  /// Handles a tunable note that was not touched for a minute.
  mutating func handIdled(_ step: TrainingStep) -> Actions?
}

nonisolated extension TrialMachine {
  public static func sound(
    _ trial: PosedTrial, _ opening: Question, _ step: TrainingStep
  ) -> TrainingAction {
    .play(passage(of: trial, opening), step)
  }

  public mutating func droneHeard(in _: PosedTrial, _: Question) -> Actions? { nil }

  public mutating func noteHeard(_: PlayedNoteOutcome, _: TrainingStep, _: Stamp) -> Actions? {
    nil
  }

  public mutating func soundConfirmed(_: TrainingStep) -> Actions? { nil }

  public mutating func handIdled(_: TrainingStep) -> Actions? { nil }

  public mutating func sliderConfirmed(at _: Double, _: TrainingStep) -> Actions? { nil }

  public mutating func sliderMoved(to _: Double, _: TrainingStep) {}

  /// Handles a note of `step` that could not be played.
  mutating func noteFailed(_ step: TrainingStep, _ reason: StopReason) -> Actions? {
    step == self.step ? stop(reason) : nil
  }

  /// `nil` while idle.
  public var run: TrialRun? { course.run }

  /// The step that the driver waits for.
  public var step: TrainingStep { course.step }

  /// The trial that sounds, or whose answer is awaited or shown; `nil` in a pause or while idle.
  public var trial: PosedTrial? {
    switch course.activity {
    case .asking(let trial, _), .showingFeedback(let trial, _): trial
    case .replaying(let replay): replay.answered.trial
    case .paused, nil: nil
    }
  }

  /// True while the training waits for ``resume()``.
  public var isPaused: Bool { if case .paused = course.activity { true } else { false } }

  /// Begins a trial: the first of `run`, if the machine is idle, or the next one.
  public mutating func pose(_ trial: PosedTrial, in run: TrialRun) -> Actions? {
    if case .asking = course.activity { return nil }
    return begin(trial, in: run)
  }

  /// Handles the first frame of the passage's note with that index.
  public mutating func noteStarted(_ note: Int, _ step: TrainingStep) -> Actions? {
    guard step == self.step else { return nil }
    switch course.activity {
    case .asking(let trial, let question): return noteStarted(note, in: trial, question)
    case .replaying(let replay): return replay.role(of: note).map { [.notify(.replayed($0))] }
    case .paused, .showingFeedback, nil: return nil
    }
  }

  /// Handles the end of the passage's note with that index.
  public mutating func noteEnded(_ note: Int, _ step: TrainingStep) -> Actions? {
    guard step == self.step else { return nil }
    switch course.activity {
    case .asking(let trial, let question): return noteEnded(note, in: trial, question)
    case .replaying(let replay): return advance(replay)
    case .paused, .showingFeedback, nil: return nil
    }
  }

  /// Handles an intent of the user; `stamp` is for the record, if there is one.
  public mutating func handle(_ intent: Intent, _ stamp: Stamp) -> Actions? {
    guard !isFallingSilent else { return nil }
    switch intent {
    case .again: return hearAgain()
    case .last: return hearLast()
    case .skip where course.unanswered == nil || training.answer != .none: return skip()
    default:
      guard let (trial, question, _) = course.unanswered else { return nil }
      return handle(intent, in: trial, question, stamp)
    }
  }

  /// Handles the end of the player's note, which may come after its judgement.
  public mutating func toneEnded(_ step: TrainingStep) -> Actions? {
    guard step == self.step, case .showingFeedback(let trial, _) = course.activity else {
      return nil
    }
    return [.rest(trial.flow.feedbackTime, step)]
  }

  /// Handles the end of the time for feedback, or for the drone alone.
  public mutating func restEnded(_ step: TrainingStep) -> Actions? {
    guard step == self.step else { return nil }
    switch course.activity {
    case .showingFeedback(let trial, let outcome):
      let next = trial.index + 1
      guard trial.isReplayed(outcome) else { return proceed(to: next, after: trial) }
      return replay(
        AnsweredTrial(trial: trial, outcome: outcome), .wrongAnswer, then: .next(index: next))
    case .replaying(let replay) where replay.isOver: return proceed(after: replay)
    case .asking(let trial, let question): return droneHeard(in: trial, question)
    case .paused, .replaying, nil: return nil
    }
  }

  /// Forgets the last answer, while the sound continues; `nil` if there is none, or if it has been
  /// forgotten already.
  public mutating func undo() -> (trial: PosedTrial, outcome: CompletedTrial)? {
    training.answer == .none ? nil : course.undo()
  }

  /// Ends the training after the feedback for the present trial.
  public mutating func stopAfterTrial() { course.isLast = true }

  /// Ends the training; `nil` while idle.
  public mutating func stop(_ reason: StopReason) -> Actions? {
    guard run != nil else { return nil }
    course.end()
    return [.silence, .notify(.state(phase)), .notify(.stopped(reason))]
  }

  /// The unanswered trial and its progress, if the driver still waits for `step`.
  func unanswered(_ step: TrainingStep) -> (trial: PosedTrial, question: Question)? {
    guard step == self.step, let (trial, question, _) = course.unanswered else { return nil }
    return (trial, question)
  }

  /// Completes a trial with its answer.
  mutating func showFeedback(
    _ answer: CompletedTrial.Answer, of trial: PosedTrial, _ stamp: Stamp
  ) -> Actions {
    guard var run else { return [] }
    let outcome = CompletedTrial(trial, answer, stamp)
    run.record(outcome)
    let reason = course.comingPause
    course.record(outcome, of: trial, in: run)
    // A trial that was only listened to gets a moment before the next.
    let moment =
      training.answer == .none ? max(trial.flow.feedbackTime, .seconds(1)) : trial.flow.feedbackTime
    let wait: TrainingAction =
      training.traits.listens ? .awaitToneEnd(step) : .rest(moment, step)
    let shown: Actions = [wait, .notify(.state(phase)), .notify(.result(outcome))]
    return shown + (reason.flatMap { pause($0) } ?? [])
  }

  private mutating func begin(_ trial: PosedTrial, in run: TrialRun) -> Actions {
    [sound(trial, in: run), .notify(.trial(trial)), .notify(.state(phase))]
  }

  private mutating func sound(_ trial: PosedTrial, in run: TrialRun) -> TrainingAction {
    let opening = Self.opening(of: trial, after: nil)
    course.enter(.asking(trial, opening), in: run)
    return Self.sound(trial, opening, step)
  }

  /// Begins the trial of that number, waits for the key that begins it, or ends the training.
  private mutating func proceed(to index: Int, after trial: PosedTrial) -> Actions? {
    guard let run, !course.isLast else { return stop(.requested) }
    return trial.flow.nextTrial == .key
      ? wait(TrainingPause(.key, before: .new(index: index)), in: run)
      : [.choose(run, index: index)]
  }
}

extension TrainingName {
  /// The machine of the training, before it begins.
  public nonisolated var machine: any TrialMachine {
    switch answer {
    case .choice, .place: ChoiceMachine(self)
    case .pitch: traits.listens ? PlayingMachine() : PitchMatchingMachine()
    case .none: ListeningMachine()
    }
  }
}

// MARK: Hearing again

nonisolated extension TrialMachine {
  /// The notes of an answered trial with the truth: the given note, then the true one, each with
  /// the notes beside it. Never empty, and none is held. The reference of a unison in sequence is
  /// its true note.
  static func replay(of trial: PosedTrial, _ outcome: CompletedTrial) -> [ReplayNote] {
    let given = (
      role: ReplayNote.Role.given,
      frequency: trial.targetFrequency.shifted(by: outcome.userCentError)
    )
    let truth = (role: ReplayNote.Role.truth, frequency: trial.trueFrequency)
    if trial.training.traits.asksWhich {
      return trial.voicing.replay(trial.voices, [given, truth])
    }
    switch trial.training.answer {
    case .pitch:
      return trial.voicing.replay(
        trial.isUnisonInSequence ? [] : trial.voices, [given, truth], gap: trial.flow.noteGap)
    case .choice, .place:
      let seconds = min(trial.noteDuration.seconds, ReplayNote.longest)
      return trial.voicing.replay(
        trial.voices, trial.isUnisonInSequence ? [given] : [given, truth],
        span: NoteSpan(seconds: seconds), gap: trial.flow.noteGap)
    case .none: return ListeningMachine.passage(of: trial).notes.map { ReplayNote(.truth, $0) }
    }
  }

  /// Repeats the trial before its answer, as often as wanted, and the truth after it.
  private mutating func hearAgain() -> Actions? {
    guard let (trial, question, run) = course.unanswered else { return hearLast() }
    guard !isConfirming else { return nil }
    var again = trial
    again.hearing += 1
    let opening = Self.opening(of: again, after: question)
    course.enter(.asking(again, opening), in: run)
    return [
      .silence, .prepare, Self.sound(again, opening, step),
      .notify(.heardAgain(again)), .notify(.state(phase)),
    ]
  }

  /// Replays the last answered trial with the truth. An unanswered trial is void.
  private mutating func hearLast() -> Actions? {
    guard let last = course.last, last.trial.flow.hasFeedback, !isConfirming else { return nil }
    switch course.activity {
    case .asking(let trial, _):
      return [.silence, .notify(.discarded(trial, .paused(.asked)))]
        + replay(last, .asked, then: .next(index: trial.index))
    case .showingFeedback(let trial, _):
      return [.silence] + replay(last, .asked, then: .next(index: trial.index + 1))
    case .replaying(let replay):
      return [.silence] + self.replay(last, .asked, then: replay.continuation)
    case .paused(let pause) where pause.reason.isAudible:
      return replay(last, .asked, then: .pause(pause.inSilence))
    case .paused, nil: return nil
    }
  }

  /// Ends a replay.
  private mutating func skip() -> Actions? {
    guard case .replaying(let replay) = course.activity else { return nil }
    return proceed(after: replay).map { [.silence] + $0 }
  }

  private mutating func replay(
    _ answered: AnsweredTrial, _ reason: ReplayReason,
    then continuation: TrialReplay.Continuation
  ) -> Actions {
    guard let run else { return [] }
    let replay = TrialReplay(
      answered, Self.replay(of: answered.trial, answered.outcome), then: continuation)
    course.enter(.replaying(replay), in: run)
    return [
      .play(replay.passage, step), .notify(.replaying(answered.trial, answered.outcome, reason)),
    ]
  }

  /// Handles the end of one of the notes. After the last one the truth stays shown for a moment.
  private mutating func advance(_ replay: TrialReplay) -> Actions? {
    guard let run, !replay.isOver else { return nil }
    var replay = replay
    replay.noteEnded()
    guard replay.isOver else {
      course.change(to: replay)
      return nil
    }
    course.enter(.replaying(replay), in: run)
    return [.rest(.feedback, step)]
  }

  private mutating func proceed(after replay: TrialReplay) -> Actions? {
    switch replay.continuation {
    case .next(let index): proceed(to: index, after: replay.answered.trial)
    case .pause(let pause): wait(pause)
    }
  }
}

// MARK: Pauses and void trials

nonisolated extension TrialMachine {
  /// Lets the training wait until ``resume()``. An unfinished trial is void. A pause that the user
  /// wants begins when the sound fades out, and follows an answer that is being confirmed. A pause
  /// because of the sound begins at once, and makes the answer void.
  public mutating func pause(_ reason: PauseReason) -> Actions? {
    switch course.activity {
    case .asking where isConfirming && reason.isAudible && reason != .panic:
      // The answer came first, and counts.
      course.comingPause = reason
      return []
    case .asking(let trial, let question): return pause(reason, in: trial, question)
    case .showingFeedback(let trial, _):
      return [.silence] + wait(TrainingPause(reason, before: .new(index: trial.index + 1)))
    case .replaying(let replay):
      return [.silence] + wait(TrainingPause(reason, before: replay.pending))
    case .paused(let pause) where pause.reason != reason:
      return wait(TrainingPause(reason, before: pause.inSilence.pending))
    case .paused, nil: return nil
    }
  }

  /// Handles the confirmation that the sound fades out for a pause.
  public mutating func silenceConfirmed(_ step: TrainingStep) -> Actions? {
    guard step == self.step else { return nil }
    switch course.activity {
    case .asking(let trial, _):
      guard let reason = course.comingPause else { return nil }
      return discard(trial, for: TrainingPause(reason, in: trial))
    case .paused(let pause):
      course.change(to: pause.inSilence)
      return []
    case .showingFeedback, .replaying, nil: return nil
    }
  }

  /// True if a pause begins as soon as the sound fades out. Until then it can be called off.
  private var isFallingSilent: Bool { course.comingPause != nil && !isConfirming }

  /// Fades out an unanswered trial. If the pause is called off before that, the same trial follows.
  private mutating func pause(
    _ reason: PauseReason, in trial: PosedTrial, _ question: Question
  ) -> Actions? {
    switch reason {
    case .asked:
      guard !isFallingSilent, let run else { return nil }
      // Nothing late reaches the trial.
      course.enter(.asking(trial, question), in: run)
      course.comingPause = reason
      return [.silence, .confirmSilence(step)]
    case .panic:
      return [.silence] + discard(trial, for: TrainingPause(reason, before: .again(trial)))
        + [.confirmSilence(step)]
    case .unconnected, .stalled, .key, .idleHand, .history:
      return [.silence] + discard(trial, for: TrainingPause(reason, in: trial))
    }
  }

  /// Makes an unanswered trial void because of a pause.
  private mutating func discard(_ trial: PosedTrial, for pause: TrainingPause) -> Actions {
    [.notify(.discarded(trial, .paused(pause.reason)))] + wait(pause)
  }

  /// Starts the training with a pause before the trial of that number; `nil` unless idle.
  public mutating func pause(
    _ reason: PauseReason, before index: Int, in run: TrialRun
  ) -> Actions? {
    guard self.run == nil else { return nil }
    return wait(TrainingPause(reason, before: .new(index: index)), in: run)
  }

  /// Continues a training that waits: with its void trial if the sound was the reason or still
  /// plays, otherwise with a new one. A pause that has not begun is called off, and its trial
  /// begins again.
  public mutating func resume() -> Actions? {
    switch course.activity {
    case .paused(let pause): return resume(pause)
    case .replaying(let replay):
      guard case .pause(let pause) = replay.continuation else { return nil }
      return resume(pause).map { [.silence] + $0 }
    case .asking(let trial, _) where isFallingSilent:
      guard let run else { return nil }
      // The pause was not reported.
      let former = phase
      let again: Actions = [.prepare, sound(trial, in: run)]
      return phase == former ? again : again + [.notify(.state(phase))]
    case .asking where course.comingPause != nil:
      course.comingPause = nil
      return []
    case .asking, .showingFeedback, nil: return nil
    }
  }

  private mutating func resume(_ pause: TrainingPause) -> Actions? {
    guard let run, !course.isLast else { return stop(.requested) }
    switch pause.pending {
    case .new(let index): return [.choose(run, index: index)]
    case .again(let trial): return [.prepare] + begin(trial, in: run)
    }
  }

  /// Makes the unfinished trial void, and begins it again.
  public mutating func discard(_ reason: DiscardReason) -> Actions? {
    guard let (trial, _, run) = course.unanswered else { return nil }
    if let pause = course.comingPause {
      return [.silence, .notify(.discarded(trial, reason))]
        + wait(TrainingPause(pause, in: trial))
    }
    return [.silence, .prepare, .notify(.discarded(trial, reason))] + begin(trial, in: run)
  }

  private mutating func wait(_ pause: TrainingPause, in start: TrialRun? = nil) -> Actions {
    guard let run = run ?? start else { return [] }
    course.enter(.paused(pause), in: run)
    return [.notify(.paused(pause.reason))]
  }
}
