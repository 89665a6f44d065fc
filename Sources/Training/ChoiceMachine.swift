import Music

/// The progress of an unanswered trial of two or three parts. There is nothing to answer until the
/// last part sounds.
public nonisolated enum PartQuestion: Hashable, Sendable {
  case playingFirst
  case playingSecond
  case playingThird
  /// The user has answered while the last part sounded. To observers it still plays.
  case confirmingAnswer(CompletedTrial.Answer, Stamp)
  case awaitingAnswer
}

/// Decides the course of a training whose trials sound in two or three parts: was the second note
/// higher or lower, which of two sounds was in tune, or which of three differed? The target of the
/// passage marks the beginning and the end of the last part.
///
/// An answer counts from the first moment of the last part on, and only once. While that part
/// sounds, the answer counts when the sound has been confirmed.
public nonisolated struct ChoiceMachine: TrialMachine {
  public let training: TrainingName
  public var course = TrialCourse<PartQuestion>()

  public init(_ training: TrainingName) { self.training = training }

  public static func opening(of _: PosedTrial, after _: PartQuestion?) -> PartQuestion {
    .playingFirst
  }

  /// The passage of all parts, one after the other. The last note belongs to the last part.
  public static func passage(of trial: PosedTrial, _: PartQuestion) -> Passage {
    let span = NoteSpan(trial.noteDuration)
    guard trial.training.traits.asksWhich else {
      let target = NoteRequest(trial.targetFrequency, at: trial.amplitudeDB)
      return trial.voicing.passage(
        trial.voices, Passage.Note(target, duration: span), span: span, gap: trial.flow.noteGap)
    }
    let (truth, off) = (NoteRequest(trial.trueFrequency), NoteRequest(trial.targetFrequency))
    let isFirstTrue = trial.challenge.isFirstTrue
    let targets =
      trial.training.answer == .place
      ? (1...3).map { (note: $0 == trial.challenge.oddPlace ? off : truth, delay: 0) }
      : [
        (isFirstTrue ? truth : off, trial.voicing.delay),
        (isFirstTrue ? off : truth, trial.delayOfSecond),
      ]
    return trial.voicing.sequence(
      trial.voices, targets, roving: trial.amplitudeDB, span: span,
      gap: max(trial.flow.noteGap, leastGap))
  }

  /// The seconds between two sounds, so that the second one is heard as a separate one.
  private static let leastGap = 0.25

  public var phase: TrialPhase {
    let asksWhich = training.traits.asksWhich
    return switch course.activity {
    case nil: .idle
    case .paused: .paused
    case .asking(_, .playingFirst): asksWhich ? .playingFirst : .playingNote1
    case .asking(_, .playingThird): .playingThird
    case .asking(_, .confirmingAnswer) where hasThirdPart: .playingThird
    case .asking(_, .playingSecond), .asking(_, .confirmingAnswer):
      asksWhich ? .playingSecond : .playingNote2
    case .asking(_, .awaitingAnswer): .awaitingAnswer
    case .showingFeedback: .showingFeedback
    case .replaying: .replaying
    }
  }

  private var hasThirdPart: Bool { training.answer == .place }
  private var lastPart: PartQuestion { hasThirdPart ? .playingThird : .playingSecond }

  public var isConfirming: Bool {
    if case .asking(_, .confirmingAnswer) = course.activity { true } else { false }
  }

  public mutating func noteStarted(
    _ note: Int, in trial: PosedTrial, _ question: PartQuestion
  ) -> Actions? {
    let notes = Self.passage(of: trial, question).notes.count
    switch question {
    case .playingFirst where note == (hasThirdPart ? 2 * notes / 3 : notes) - 1:
      course.change(to: .playingSecond)
    case .playingSecond where hasThirdPart && note == notes - 1: course.change(to: .playingThird)
    default: return nil
    }
    return [.notify(.state(phase))]
  }

  public mutating func noteEnded(
    _ note: Int, in trial: PosedTrial, _ question: PartQuestion
  ) -> Actions? {
    guard note == Self.passage(of: trial, question).target, question == lastPart else {
      return nil
    }
    course.enter(.awaitingAnswer)
    return [.notify(.state(phase))]
  }

  public mutating func handle(
    _ intent: Intent, in trial: PosedTrial, _ question: PartQuestion, _ stamp: Stamp
  ) -> Actions? {
    let answer: CompletedTrial.Answer
    switch intent {
    case .answer(let higher) where !training.traits.asksWhich: answer = .choice(higher)
    case .choose(let place) where hasThirdPart: answer = .place(place)
    case .choose(let place) where training.traits.asksWhich && place <= 2:
      answer = .choice(place == 1)
    default: return nil
    }
    switch question {
    case lastPart:
      course.change(to: .confirmingAnswer(answer, stamp))
      return [.confirmSound(step)]
    case .awaitingAnswer: return showFeedback(answer, of: trial, stamp)
    case .playingFirst, .playingSecond, .playingThird, .confirmingAnswer: return nil
    }
  }

  public mutating func soundConfirmed(_ step: TrainingStep) -> Actions? {
    guard case (let trial, .confirmingAnswer(let answer, let stamp))? = unanswered(step) else {
      return nil
    }
    // The sound stops now, and does not wait until the result is stored.
    return [.silence] + showFeedback(answer, of: trial, stamp)
  }
}
