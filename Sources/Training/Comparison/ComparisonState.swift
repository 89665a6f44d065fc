/// Where a comparison training is; no state is ever skipped.
public nonisolated enum ComparisonState: String, CaseIterable, Sendable {
  case idle
  case playingNote1
  case playingNote2
  case awaitingAnswer
  case showingFeedback
}
