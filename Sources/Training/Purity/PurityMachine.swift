import Music

/// Decides the course of a purity training: a dyad or chord sounds twice, once true and once with one
/// note off, and the user says which of the two was in tune.
public nonisolated struct PurityMachine: TwoPartMachine {
  public typealias Trial = PosedPurity
  public typealias Outcome = CompletedPurity
  public typealias Run = IntervalRun<CompletedPurity>
  public typealias Chooser = PurityChooser
  public typealias Question = TwoPartQuestion

  /// Where a purity training is; no phase is ever skipped.
  public enum Phase: String, CaseIterable, Sendable {
    case idle, paused, playingFirst, playingSecond, awaitingAnswer, showingFeedback, replaying
  }

  public static let name = TrainingName.purity

  public var course = TrialCourse<Self>()

  public init() {}

  /// Both, one after the other. The last note is that of the second one.
  public static func passage(of trial: PosedPurity, _: Question) -> Passage {
    trial.voicing.pair(
      trial.voices, NoteRequest(trial.frequencies.first), NoteRequest(trial.frequencies.second),
      roving: trial.amplitudeDB, delayOfSecond: trial.delayOfSecond,
      span: NoteSpan(trial.noteDuration), gap: trial.gap)
  }

  public static func isOff(_ outcome: CompletedPurity, of _: PosedPurity) -> Bool {
    !outcome.isCorrect
  }

  /// The one that was off, then the true one.
  public static func replay(of trial: PosedPurity, _: CompletedPurity) -> [ReplayNote] {
    trial.voicing.replay(
      trial.voices, [(.given, trial.offFrequency), (.truth, trial.trueFrequency)])
  }

  public static func result(of outcome: CompletedPurity) -> TrainingResult { .purity(outcome) }

  public var phase: Phase {
    switch course.stage {
    case nil: .idle
    case .paused: .paused
    case .asking(_, .playingFirst): .playingFirst
    case .asking(_, .playingSecond), .asking(_, .confirmingAnswer): .playingSecond
    case .asking(_, .awaitingAnswer): .awaitingAnswer
    case .showingFeedback: .showingFeedback
    case .replaying: .replaying
    }
  }

  public static func answer(in intent: TrainingIntent) -> Bool? {
    if case .choose(let first) = intent { first } else { nil }
  }

  public static func complete(
    _ trial: PosedPurity, with first: Bool, _ stamp: Stamp, in run: inout Run
  ) -> CompletedPurity {
    let completed = CompletedPurity(
      id: stamp.id, purity: trial.purity, answeredFirst: first,
      tuningSystem: trial.tuningSystem, timestamp: stamp.date, context: stamp.context)
    run.record(completed, at: completed.purity.interval)
    return completed
  }
}
