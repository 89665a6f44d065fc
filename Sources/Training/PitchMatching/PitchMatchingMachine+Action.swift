extension PitchMatchingMachine {
  /// What the driver has to do after a change of state.
  nonisolated enum Action: Hashable {
    /// Tell of the challenge and play its reference note; then `referenceEnded(step)`.
    case pose(PosedPitchMatching, Step)

    /// Start the tunable note where it begins; then `tunableBegan(step)`.
    case playTunable(PosedPitchMatching, Step)

    /// Give the tunable note into the hand, its slider standing at `value`, and tell that it is there.
    case arm(PitchSlider, value: Double, Step)

    /// Silence the note, tell of the result, show feedback; then `feedbackEnded(step)`.
    case showFeedback(CompletedPitchMatching, Step)

    /// Choose the next challenge and hand it to `poseNext(_:)`.
    case choose(PitchMatchingRun, index: Int)

    /// Silence everything and forget.
    case silence
  }
}
