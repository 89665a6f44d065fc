extension PitchMatchingMachine {
  /// Each state carries what exists in it and nothing else.
  nonisolated enum State: Hashable {
    case idle
    case playingReference(PitchMatchingRun, PosedPitchMatching)
    /// The reference is over, the tunable note has not begun: nothing to tune yet. Seen from outside the
    /// reference plays until then.
    case startingTunable(PitchMatchingRun, PosedPitchMatching)
    /// `value` is where the slider stands.
    case playingTunable(PitchMatchingRun, PosedPitchMatching, value: Double)
    case showingFeedback(PitchMatchingRun, PosedPitchMatching, CompletedPitchMatching)

    var name: PitchMatchingState {
      switch self {
      case .idle: .idle
      case .playingReference, .startingTunable: .playingReference
      case .playingTunable: .playingTunable
      case .showingFeedback: .showingFeedback
      }
    }

    var run: PitchMatchingRun? {
      switch self {
      case .idle: nil
      case .playingReference(let run, _), .startingTunable(let run, _),
        .playingTunable(let run, _, _), .showingFeedback(let run, _, _):
        run
      }
    }

    var challenge: PosedPitchMatching? {
      switch self {
      case .idle: nil
      case .playingReference(_, let challenge), .startingTunable(_, let challenge),
        .playingTunable(_, let challenge, _), .showingFeedback(_, let challenge, _):
        challenge
      }
    }

    var value: Double? {
      if case .playingTunable(_, _, let value) = self { value } else { nil }
    }
  }
}
