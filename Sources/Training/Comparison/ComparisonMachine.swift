import Music

/// Decides the course of a comparison training: two notes sound, and the user says whether the second
/// is higher or lower than the true interval.
public nonisolated struct ComparisonMachine: TrainingMachine {
  public typealias Trial = PosedComparison
  public typealias Outcome = CompletedComparison
  public typealias Chooser = ComparisonChooser

  /// Where a comparison training is; no phase is ever skipped.
  public enum Phase: String, CaseIterable, Sendable {
    case idle, playingNote1, playingNote2, awaitingAnswer, showingFeedback
  }

  /// Each state carries what exists in it and nothing else.
  enum State: Hashable {
    case idle
    case playingNote1(Run, PosedComparison)
    case playingNote2(Run, PosedComparison)
    case awaitingAnswer(Run, PosedComparison)
    case showingFeedback(Run, PosedComparison, CompletedComparison)
  }

  public static let name = TrainingName.comparison

  private(set) var state: State = .idle
  public private(set) var step = TrainingStep()

  public init() {}

  public static func result(of outcome: CompletedComparison) -> TrainingResult {
    .comparison(outcome)
  }

  public var phase: Phase {
    switch state {
    case .idle: .idle
    case .playingNote1: .playingNote1
    case .playingNote2: .playingNote2
    case .awaitingAnswer: .awaitingAnswer
    case .showingFeedback: .showingFeedback
    }
  }

  public var run: Run? {
    switch state {
    case .idle: nil
    case .playingNote1(let run, _), .playingNote2(let run, _), .awaitingAnswer(let run, _),
      .showingFeedback(let run, _, _):
      run
    }
  }

  public var trial: PosedComparison? {
    switch state {
    case .idle: nil
    case .playingNote1(_, let trial), .playingNote2(_, let trial), .awaitingAnswer(_, let trial),
      .showingFeedback(_, let trial, _):
      trial
    }
  }

  public mutating func pose(_ trial: PosedComparison, in run: Run) -> Actions? {
    switch state {
    case .idle, .showingFeedback:
      enter(.playingNote1(run, trial))
      return [
        .play(trial.referenceRequest, for: trial.noteDuration, step), .tell(.trial(trial)),
        .tell(.state(phase)),
      ]
    case .playingNote1, .playingNote2, .awaitingAnswer:
      return nil
    }
  }

  public mutating func noteEnded(_ step: TrainingStep) -> Actions? {
    guard step == self.step else { return nil }
    switch state {
    case .playingNote1(let run, let trial):
      enter(.playingNote2(run, trial))
      return [
        .play(trial.targetRequest, for: trial.noteDuration, self.step), .tell(.state(phase)),
      ]
    case .playingNote2(let run, let trial):
      enter(.awaitingAnswer(run, trial))
      return [.tell(.state(phase))]
    case .idle, .awaitingAnswer, .showingFeedback:
      return nil
    }
  }

  /// An answer counts from the first moment of the second note on, and only once.
  public mutating func handle(_ intent: TrainingIntent, _ stamp: Stamp) -> Actions? {
    guard case .answer(let higher) = intent else { return nil }
    switch state {
    case .playingNote2(let run, let trial):
      // The note stops now, not after the observers, one of which waits for a disk.
      return [.silence] + answer(higher, to: trial, in: run, stamp)
    case .awaitingAnswer(let run, let trial):
      return answer(higher, to: trial, in: run, stamp)
    case .idle, .playingNote1, .showingFeedback:
      return nil
    }
  }

  public func restEnded(_ step: TrainingStep) -> Actions? {
    guard step == self.step, case .showingFeedback(let run, let trial, _) = state else {
      return nil
    }
    return [.choose(run, index: trial.index + 1)]
  }

  public mutating func stop(_ reason: StopReason) -> Actions? {
    if case .idle = state { return nil }
    enter(.idle)
    return [.silence, .tell(.state(phase)), .tell(.stopped(reason))]
  }

  private mutating func answer(
    _ higher: Bool, to trial: PosedComparison, in run: Run, _ stamp: Stamp
  ) -> Actions {
    let completed = CompletedComparison(
      id: stamp.id, comparison: trial.comparison, answeredHigher: higher,
      tuningSystem: trial.tuningSystem, timestamp: stamp.date,
      context: stamp.context)
    var run = run
    run.record(completed)
    enter(.showingFeedback(run, trial, completed))
    return [.rest(step), .tell(.state(phase)), .tell(.result(completed))]
  }

  /// Every change ends the step before it, so that nothing late can reach the new state.
  private mutating func enter(_ state: State) {
    self.state = state
    step.advance()
  }
}

extension ComparisonMachine {
  /// What a comparison training knows from its start to its stop, and forgets then.
  public nonisolated struct Run: Hashable, Sendable {
    let rotation: IntervalRotation
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
