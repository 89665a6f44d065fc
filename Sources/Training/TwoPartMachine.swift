import Music

/// A trial that sounds in two parts, as it will sound.
public nonisolated protocol TwoPartTrial: PosedTrial {
  /// What chose the trial, if anything did.
  var strategy: StrategyName? { get }

  /// The threshold that was assumed when the trial was chosen.
  var believedThreshold: Cents? { get }
}

/// How far an unanswered trial of two parts has come.
public nonisolated enum TwoPartQuestion: Hashable, Sendable {
  /// Until the second part has sounded there is nothing to answer.
  case playingFirst
  case playingSecond
  /// The user has answered while the second part sounded. To everybody else it still plays.
  case confirmingAnswer(Bool, Stamp)
  case awaitingAnswer
}

/// A machine whose trials sound in two parts, and have two possible answers. The target of the passage
/// tells when the second part begins and ends.
///
/// An answer counts from the first moment of the second part on, and only once. While that part sounds,
/// the answer counts when the sound has been confirmed.
public nonisolated protocol TwoPartMachine: TrialMachine
where Question == TwoPartQuestion, Trial: TwoPartTrial {
  /// The answer in what the user wants; `nil` if that is no answer.
  static func answer(in intent: TrainingIntent) -> Bool?

  /// Completes a trial with its answer, which is recorded in `run`.
  static func complete(
    _ trial: Trial, with answer: Bool, _ stamp: Stamp, in run: inout Run
  ) -> Outcome
}

nonisolated extension TwoPartMachine {
  public static func opening(of _: Trial, after _: Question?) -> Question { .playingFirst }

  public static func context(of trial: Trial) -> TrialContext {
    var context = TrialContext(of: trial)
    context.amplitude = trial.amplitudeDB.decibels
    context.strategy = trial.strategy?.rawValue
    context.believedThreshold = trial.believedThreshold?.rawValue
    return context
  }

  public var isConfirming: Bool {
    if case .asking(_, .confirmingAnswer) = course.stage { true } else { false }
  }

  public mutating func noteStarted(
    _ note: Int, in trial: Trial, _ question: Question
  ) -> Actions? {
    guard note == Self.passage(of: trial, question).target, question == .playingFirst else {
      return nil
    }
    course.change(to: .playingSecond)
    return [.notify(.state(phase))]
  }

  public mutating func noteEnded(_ note: Int, in trial: Trial, _ question: Question) -> Actions? {
    guard note == Self.passage(of: trial, question).target, question == .playingSecond else {
      return nil
    }
    course.enter(.awaitingAnswer)
    return [.notify(.state(phase))]
  }

  public mutating func handle(
    _ intent: TrainingIntent, in trial: Trial, _ question: Question, _ stamp: Stamp
  ) -> Actions? {
    guard let answer = Self.answer(in: intent) else { return nil }
    switch question {
    case .playingSecond:
      course.change(to: .confirmingAnswer(answer, stamp))
      return [.confirmSound(step)]
    case .awaitingAnswer: return complete(trial, with: answer, stamp)
    case .playingFirst, .confirmingAnswer: return nil
    }
  }

  public mutating func soundConfirmed(_ step: TrainingStep) -> Actions? {
    guard case (let trial, .confirmingAnswer(let answer, let stamp))? = unanswered(step) else {
      return nil
    }
    // The sound stops now, not after the observers, one of which waits for a disk.
    return [.silence] + complete(trial, with: answer, stamp)
  }

  private mutating func complete(
    _ trial: Trial, with answer: Bool, _ stamp: Stamp
  ) -> Actions {
    guard var run else { return [] }
    let outcome = Self.complete(trial, with: answer, stamp, in: &run)
    return showFeedback(outcome, of: trial, in: run)
  }
}
