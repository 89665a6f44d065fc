import Music

/// How far an unanswered trial of two parts has come.
public nonisolated enum TwoPartQuestion: Hashable, Sendable {
  /// Until the second part has sounded there is nothing to answer.
  case playingFirst
  case playingSecond
  /// The user has answered while the second part sounded. To everybody else it still plays.
  case confirmingAnswer(Bool, Stamp)
  case awaitingAnswer
}

/// Decides the course of a training whose trials sound in two parts and have two possible answers: was the second
/// note higher or lower, or which of two sounds was in tune? The target of the passage tells when the second part
/// begins and ends.
///
/// An answer counts from the first moment of the second part on, and only once. While that part sounds,
/// the answer counts when the sound has been confirmed.
public nonisolated struct ChoiceMachine: TrialMachine {
  public let training: TrainingName
  public var course = TrialCourse<TwoPartQuestion>()

  public init(_ training: TrainingName) { self.training = training }

  public static func opening(of _: PosedTrial, after _: TwoPartQuestion?) -> TwoPartQuestion {
    .playingFirst
  }

  /// Both parts, one after the other. The last note is that of the second one.
  public static func passage(of trial: PosedTrial, _: TwoPartQuestion) -> Passage {
    let span = NoteSpan(trial.noteDuration)
    guard trial.training.traits.asksWhich else {
      let target = NoteRequest(trial.targetFrequency, at: trial.amplitudeDB)
      return trial.voicing.passage(
        trial.voices, Passage.Note(target, duration: span), span: span, gap: trial.flow.noteGap)
    }
    let (truth, off) = (NoteRequest(trial.trueFrequency), NoteRequest(trial.targetFrequency))
    return trial.voicing.pair(
      trial.voices, trial.challenge.isFirstTrue ? truth : off,
      trial.challenge.isFirstTrue ? off : truth, roving: trial.amplitudeDB,
      delayOfSecond: trial.delayOfSecond, span: span, gap: max(trial.flow.noteGap, leastGap))
  }

  /// The seconds between two sounds, so that the second one is heard as another one.
  private static let leastGap = 0.25

  public var phase: TrialPhase {
    let asksWhich = training.traits.asksWhich
    return switch course.stage {
    case nil: .idle
    case .paused: .paused
    case .asking(_, .playingFirst): asksWhich ? .playingFirst : .playingNote1
    case .asking(_, .playingSecond), .asking(_, .confirmingAnswer):
      asksWhich ? .playingSecond : .playingNote2
    case .asking(_, .awaitingAnswer): .awaitingAnswer
    case .showingFeedback: .showingFeedback
    case .replaying: .replaying
    }
  }

  public var isConfirming: Bool {
    if case .asking(_, .confirmingAnswer) = course.stage { true } else { false }
  }

  public mutating func noteStarted(
    _ note: Int, in trial: PosedTrial, _ question: TwoPartQuestion
  ) -> Actions? {
    guard note == Self.passage(of: trial, question).target, question == .playingFirst else {
      return nil
    }
    course.change(to: .playingSecond)
    return [.notify(.state(phase))]
  }

  public mutating func noteEnded(
    _ note: Int, in trial: PosedTrial, _ question: TwoPartQuestion
  ) -> Actions? {
    guard note == Self.passage(of: trial, question).target, question == .playingSecond else {
      return nil
    }
    course.enter(.awaitingAnswer)
    return [.notify(.state(phase))]
  }

  public mutating func handle(
    _ intent: Intent, in trial: PosedTrial, _ question: TwoPartQuestion, _ stamp: Stamp
  ) -> Actions? {
    let answer: Bool
    switch intent {
    case .answer(let higher) where !training.traits.asksWhich: answer = higher
    case .choose(let place) where training.traits.asksWhich && place <= 2: answer = place == 1
    default: return nil
    }
    switch question {
    case .playingSecond:
      course.change(to: .confirmingAnswer(answer, stamp))
      return [.confirmSound(step)]
    case .awaitingAnswer: return showFeedback(.choice(answer), of: trial, stamp)
    case .playingFirst, .confirmingAnswer: return nil
    }
  }

  public mutating func soundConfirmed(_ step: TrainingStep) -> Actions? {
    guard case (let trial, .confirmingAnswer(let answer, let stamp))? = unanswered(step) else {
      return nil
    }
    // The sound stops now, not after the observers, one of which waits for a disk.
    return [.silence] + showFeedback(.choice(answer), of: trial, stamp)
  }
}
