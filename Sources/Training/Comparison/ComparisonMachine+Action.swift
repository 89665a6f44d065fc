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
}
