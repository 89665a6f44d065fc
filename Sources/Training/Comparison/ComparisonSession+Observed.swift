import Music

/// What can be observed of the session; all of it follows from the state of the machine.
extension ComparisonSession {
  public var state: ComparisonState { machine.state.name }

  public var isIdle: Bool { state == .idle }

  /// The challenge that sounds, or whose answer is awaited or shown.
  public var currentChallenge: PosedComparison? { machine.state.challenge }

  public var currentInterval: DirectedInterval? { currentChallenge?.comparison.interval }

  /// The |offset| of the current challenge in cents.
  public var currentDifficulty: Cents? {
    currentChallenge.map { Cents($0.comparison.centOffset.magnitude) }
  }

  /// Whether the session asks for anything but the prime.
  public var isIntervalMode: Bool {
    machine.state.run?.rotation.isIntervalMode ?? false
  }

  /// `nil` until something was answered in this session.
  public var isLastAnswerCorrect: Bool? { machine.state.run?.last?.isCorrect }

  /// The smallest |offset| that was told right in this session, in cents.
  public var sessionBestCentDifference: Cents? { machine.state.run?.bestDifference }
}
