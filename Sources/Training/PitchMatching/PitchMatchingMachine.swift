import Foundation

/// Decides the course of a pitch matching training; ``PitchMatchingSession`` acts.
///
/// Each input returns what is to be done, or `nil` where it does not fit the state and changed nothing.
nonisolated struct PitchMatchingMachine {
  private(set) var state: State = .idle
  private var step = Step()

  mutating func start(_ run: PitchMatchingRun, with challenge: PosedPitchMatching) -> Action? {
    guard case .idle = state else { return nil }
    enter(.playingReference(run, challenge))
    return .pose(challenge, step)
  }

  /// The reference note was played to its end.
  mutating func referenceEnded(_ step: Step) -> Action? {
    guard step == self.step, case .playingReference(let run, let challenge) = state else {
      return nil
    }
    enter(.startingTunable(run, challenge))
    return .playTunable(challenge, self.step)
  }

  /// The tunable note has begun, where the challenge has it begin.
  mutating func tunableBegan(_ step: Step) -> Action? {
    guard step == self.step, case .startingTunable(let run, let challenge) = state else {
      return nil
    }
    enter(.playingTunable(run, challenge, value: challenge.initialValue))
    return .arm(challenge.slider, value: challenge.initialValue, self.step)
  }

  /// The slider stands at `value` now, through keys or lines; true where there is one to be moved.
  mutating func moveSlider(to value: Double) -> Bool {
    guard case .playingTunable(let run, let challenge, _) = state else { return false }
    state = .playingTunable(run, challenge, value: value)
    return true
  }

  /// A hand has moved the slider of the note of that step.
  mutating func handMoved(to value: Double, _ step: Step) {
    if step == self.step { _ = moveSlider(to: value) }
  }

  /// The user is content with the pitch at `value`; `id` and `date` are those of the record.
  mutating func commit(_ value: Double, id: UUID, date: Date) -> Action? {
    guard case .playingTunable(var run, let challenge, _) = state else { return nil }
    let completed = CompletedPitchMatching(
      id: id, challenge: challenge.challenge, userCentError: challenge.centError(at: value),
      tuningSystem: challenge.tuningSystem, timestamp: date)
    run.last = completed
    enter(.showingFeedback(run, challenge, completed))
    return .showFeedback(completed, step)
  }

  /// The feedback was shown for as long as it should be.
  func feedbackEnded(_ step: Step) -> Action? {
    guard step == self.step, case .showingFeedback(let run, let challenge, _) = state else {
      return nil
    }
    return .choose(run, index: challenge.index + 1)
  }

  /// The next challenge was chosen.
  mutating func poseNext(_ challenge: PosedPitchMatching) -> Action? {
    guard case .showingFeedback(let run, _, _) = state else { return nil }
    enter(.playingReference(run, challenge))
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
