import Music

/// Decides the course of a comparison training: two notes sound, and the user says whether the second
/// is higher or lower than the true interval.
public nonisolated struct ComparisonMachine: TrialMachine {
  public typealias Trial = PosedComparison
  public typealias Outcome = CompletedComparison
  public typealias Chooser = ComparisonChooser

  /// Where a comparison training is; no phase is ever skipped.
  public enum Phase: String, CaseIterable, Sendable {
    case idle, paused, playingNote1, playingNote2, awaitingAnswer, showingFeedback
  }

  public enum Question: Hashable, Sendable {
    case playingNote1
    /// The first note is over, the second has not sounded: there is nothing to answer yet. To
    /// everybody else the first note plays until then.
    case startingNote2
    case playingNote2
    /// The user has answered while the second note sounded. To everybody else it still plays.
    case confirmingAnswer(higher: Bool, Stamp)
    case awaitingAnswer
  }

  public static let name = TrainingName.comparison

  public var course = TrialCourse<Self>()

  public init() {}

  public static func opening(of _: PosedComparison) -> Question { .playingNote1 }

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
    switch course.stage {
    case nil: .idle
    case .paused: .paused
    case .asking(_, .playingNote1), .asking(_, .startingNote2): .playingNote1
    case .asking(_, .playingNote2), .asking(_, .confirmingAnswer): .playingNote2
    case .asking(_, .awaitingAnswer): .awaitingAnswer
    case .showingFeedback: .showingFeedback
    }
  }

  public var isConfirming: Bool {
    if case .asking(_, .confirmingAnswer) = course.stage { true } else { false }
  }

  public mutating func noteStarted(_ step: TrainingStep) -> Actions? {
    guard case (_, .startingNote2)? = unanswered(step) else { return nil }
    course.change(to: .playingNote2)
    return [.notify(.state(phase))]
  }

  public mutating func noteEnded(_ step: TrainingStep) -> Actions? {
    guard let (trial, question) = unanswered(step) else { return nil }
    switch question {
    case .playingNote1:
      course.enter(.startingNote2)
      return [.play(trial.targetRequest, for: trial.noteDuration, self.step)]
    case .playingNote2:
      course.enter(.awaitingAnswer)
      return [.notify(.state(phase))]
    case .startingNote2, .confirmingAnswer, .awaitingAnswer: return nil
    }
  }

  /// An answer counts from the first moment of the second note on, and only once. While that note
  /// sounds, it counts when the sound has been confirmed.
  public mutating func handle(_ intent: TrainingIntent, _ stamp: Stamp) -> Actions? {
    guard case .answer(let higher) = intent, let (trial, question, _) = course.unanswered else {
      return nil
    }
    switch question {
    case .playingNote2:
      course.change(to: .confirmingAnswer(higher: higher, stamp))
      return [.confirmSound(step)]
    case .awaitingAnswer: return answer(higher, to: trial, stamp)
    case .playingNote1, .startingNote2, .confirmingAnswer: return nil
    }
  }

  public mutating func soundConfirmed(_ step: TrainingStep) -> Actions? {
    guard case (let trial, .confirmingAnswer(let higher, let stamp))? = unanswered(step) else {
      return nil
    }
    // The note stops now, not after the observers, one of which waits for a disk.
    return [.silence] + answer(higher, to: trial, stamp)
  }

  private mutating func answer(
    _ higher: Bool, to trial: PosedComparison, _ stamp: Stamp
  ) -> Actions {
    guard var run else { return [] }
    let completed = CompletedComparison(
      id: stamp.id, comparison: trial.comparison, answeredHigher: higher,
      tuningSystem: trial.tuningSystem, timestamp: stamp.date,
      context: stamp.context)
    run.record(completed)
    return showFeedback(completed, of: trial, in: run)
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

    mutating func record(_ completed: CompletedComparison) {
      last = completed
      guard completed.isCorrect else { return }
      let difference = Cents(completed.comparison.centOffset.magnitude)
      bestDifference = min(bestDifference ?? difference, difference)
    }
  }
}
