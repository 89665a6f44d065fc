extension ComparisonMachine {
  /// Each state carries what exists in it and nothing else.
  nonisolated enum State: Hashable {
    case idle
    case playingNote1(ComparisonRun, PosedComparison)
    case playingNote2(ComparisonRun, PosedComparison)
    case awaitingAnswer(ComparisonRun, PosedComparison)
    case showingFeedback(ComparisonRun, PosedComparison, CompletedComparison)

    var name: ComparisonState {
      switch self {
      case .idle: .idle
      case .playingNote1: .playingNote1
      case .playingNote2: .playingNote2
      case .awaitingAnswer: .awaitingAnswer
      case .showingFeedback: .showingFeedback
      }
    }

    var run: ComparisonRun? {
      switch self {
      case .idle: nil
      case .playingNote1(let run, _), .playingNote2(let run, _), .awaitingAnswer(let run, _),
        .showingFeedback(let run, _, _):
        run
      }
    }

    var challenge: PosedComparison? {
      switch self {
      case .idle: nil
      case .playingNote1(_, let challenge), .playingNote2(_, let challenge),
        .awaitingAnswer(_, let challenge), .showingFeedback(_, let challenge, _):
        challenge
      }
    }
  }
}
