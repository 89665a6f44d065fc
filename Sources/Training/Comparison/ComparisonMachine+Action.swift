extension ComparisonMachine {
  /// What the driver has to do after a change of state.
  nonisolated enum Action: Hashable {
    /// Tell of the challenge and play its first note; then `noteEnded(step)`.
    case pose(PosedComparison, Step)

    /// Play the second note; then `noteEnded(step)`.
    case playNote2(PosedComparison, Step)

    /// Wait for the user.
    case awaitAnswer

    /// Silence the note if it still sounds, tell of the result, show feedback; then
    /// `feedbackEnded(step)`.
    case showFeedback(CompletedComparison, Step)

    /// Choose the next challenge and hand it to `poseNext(_:)`.
    case choose(ComparisonRun, index: Int)

    /// Silence everything and forget.
    case silence
  }

  /// Names one stretch of time that the driver waits for. What ends under the name of an earlier
  /// step comes too late and changes nothing.
  nonisolated struct Step: Hashable {
    fileprivate(set) var number = 0

    mutating func advance() { number += 1 }
  }
}
