/// Where a pitch matching training is; no state is ever skipped.
public nonisolated enum PitchMatchingState: String, CaseIterable, Sendable {
  case idle
  case playingReference
  case playingTunable
  case showingFeedback
}
