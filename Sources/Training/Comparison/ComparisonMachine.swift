import Music

/// Decides the course of a comparison training: two notes sound, and the user says whether the second
/// is higher or lower than the true interval.
public nonisolated struct ComparisonMachine: TwoPartMachine {
  public typealias Trial = PosedComparison
  public typealias Outcome = CompletedComparison
  public typealias Chooser = ComparisonChooser
  public typealias Question = TwoPartQuestion

  /// Where a comparison training is; no phase is ever skipped.
  public enum Phase: String, CaseIterable, Sendable {
    case idle, paused, playingNote1, playingNote2, awaitingAnswer, showingFeedback, replaying
  }

  public static let name = TrainingName.comparison

  public var course = TrialCourse<Self>()

  public init() {}

  public static func passage(of trial: PosedComparison, _: Question) -> Passage {
    let span = NoteSpan(trial.noteDuration)
    let target = NoteRequest(trial.targetFrequency, at: trial.amplitudeDB)
    return trial.voicing.passage(
      trial.voices, Passage.Note(target, duration: span), span: span, gap: trial.flow.noteGap)
  }

  public static func isOff(_ outcome: CompletedComparison, of _: PosedComparison) -> Bool {
    !outcome.isCorrect
  }

  /// What was asked, then the true one, each with its reference. Of a unison in sequence the pair: its
  /// reference is the true one.
  public static func replay(
    of trial: PosedComparison, _: CompletedComparison
  ) -> [ReplayNote] {
    let given = (role: ReplayNote.Role.given, frequency: trial.targetFrequency)
    let truth = (role: ReplayNote.Role.truth, frequency: trial.trueFrequency)
    let seconds = min(trial.noteDuration.seconds, ReplayNote.longest)
    return trial.voicing.replay(
      trial.voices, trial.isUnisonInSequence ? [given] : [given, truth],
      span: NoteSpan(seconds: seconds), gap: trial.flow.noteGap)
  }

  public static func result(of outcome: CompletedComparison) -> TrainingResult {
    .comparison(outcome)
  }

  public var phase: Phase {
    switch course.stage {
    case nil: .idle
    case .paused: .paused
    case .asking(_, .playingFirst): .playingNote1
    case .asking(_, .playingSecond), .asking(_, .confirmingAnswer): .playingNote2
    case .asking(_, .awaitingAnswer): .awaitingAnswer
    case .showingFeedback: .showingFeedback
    case .replaying: .replaying
    }
  }

  public static func answer(in intent: TrainingIntent) -> Bool? {
    if case .answer(let higher) = intent { higher } else { nil }
  }

  public static func complete(
    _ trial: PosedComparison, with higher: Bool, _ stamp: Stamp, in run: inout Run
  ) -> CompletedComparison {
    let completed = CompletedComparison(
      id: stamp.id, comparison: trial.comparison, answeredHigher: higher,
      tuningSystem: trial.tuningSystem, timestamp: stamp.date, context: stamp.context)
    run.record(completed)
    return completed
  }
}

extension ComparisonMachine {
  /// What a comparison training knows from its start to its stop, and forgets then.
  public nonisolated struct Run: TrialRun {
    private var answers: IntervalRun<CompletedComparison>

    public var intervals: [DirectedInterval] { answers.intervals }
    public var tuningSystem: TuningSystem { answers.tuningSystem }

    /// What was answered last.
    var last: CompletedComparison? { answers.last }

    /// The smallest difference that was told right.
    public private(set) var bestDifference: Cents?

    public init(intervals: [DirectedInterval], tuningSystem: TuningSystem) {
      answers = IntervalRun(intervals: intervals, tuningSystem: tuningSystem)
    }

    /// What was answered last at that interval: each has a staircase of its own.
    func last(at interval: DirectedInterval) -> CompletedComparison? { answers.last(at: interval) }

    mutating func record(_ completed: CompletedComparison) {
      answers.record(completed, at: completed.comparison.interval)
      guard completed.isCorrect else { return }
      let difference = Cents(completed.comparison.centOffset.magnitude)
      bestDifference = min(bestDifference ?? difference, difference)
    }
  }
}
