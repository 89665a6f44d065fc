import Foundation

/// Decides the course of a comparison training; ``ComparisonSession`` acts.
///
/// Each input returns what is to be done, or `nil` where it does not fit the state and changed
/// nothing.
nonisolated struct ComparisonMachine {
  private(set) var state: State = .idle
  private var step = Step()

  /// Whether an answer would count now: never before the second note sounds, never twice.
  var acceptsAnswer: Bool {
    switch state {
    case .playingNote2, .awaitingAnswer: true
    case .idle, .playingNote1, .showingFeedback: false
    }
  }

  mutating func start(_ run: ComparisonRun, with challenge: PosedComparison) -> Action? {
    guard case .idle = state else { return nil }
    enter(.playingNote1(run, challenge))
    return .pose(challenge, step)
  }

  /// A note was played to its end.
  mutating func noteEnded(_ step: Step) -> Action? {
    guard step == self.step else { return nil }
    switch state {
    case .playingNote1(let run, let challenge):
      enter(.playingNote2(run, challenge))
      return .playNote2(challenge, self.step)
    case .playingNote2(let run, let challenge):
      enter(.awaitingAnswer(run, challenge))
      return .awaitAnswer
    case .idle, .awaitingAnswer, .showingFeedback:
      return nil
    }
  }

  /// The user answered; `id` and `date` are those of the record.
  mutating func answer(higher: Bool, id: UUID, date: Date) -> Action? {
    switch state {
    case .playingNote2(var run, let challenge), .awaitingAnswer(var run, let challenge):
      let completed = CompletedComparison(
        id: id, comparison: challenge.comparison, answeredHigher: higher,
        tuningSystem: challenge.tuningSystem, timestamp: date)
      run.record(completed)
      enter(.showingFeedback(run, challenge, completed))
      return .showFeedback(completed, step)
    case .idle, .playingNote1, .showingFeedback:
      return nil
    }
  }

  /// The feedback was shown for as long as it should be.
  func feedbackEnded(_ step: Step) -> Action? {
    guard step == self.step, case .showingFeedback(let run, let challenge, _) = state else {
      return nil
    }
    return .choose(run, index: challenge.index + 1)
  }

  /// The next challenge was chosen.
  mutating func poseNext(_ challenge: PosedComparison) -> Action? {
    guard case .showingFeedback(let run, _, _) = state else { return nil }
    enter(.playingNote1(run, challenge))
    return .pose(challenge, step)
  }

  /// A note of that step could not be played.
  mutating func playbackFailed(_ step: Step) -> Action? {
    step == self.step ? stop() : nil
  }

  mutating func stop() -> Action? {
    if case .idle = state { return nil }
    enter(.idle)
    return .silence
  }

  /// Every change ends the step before it, so that nothing late can reach the new state.
  private mutating func enter(_ state: State) {
    self.state = state
    step.advance()
  }
}
