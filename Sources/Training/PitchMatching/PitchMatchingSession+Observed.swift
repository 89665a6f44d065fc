import Music

/// What can be observed of the session; all of it follows from the state of the machine.
extension PitchMatchingSession {
  public var state: PitchMatchingState { machine.state.name }

  public var isIdle: Bool { state == .idle }

  /// The challenge that sounds, or whose result is shown.
  public var currentChallenge: PosedPitchMatching? { machine.state.challenge }

  public var currentInterval: DirectedInterval? { currentChallenge?.challenge.interval }

  /// Where the slider stands, whichever hand moved it last; `nil` where there is no note to tune. Not
  /// for the eyes of who tunes: it tells how far the target is.
  public var currentValue: Double? { machine.state.value }

  /// `nil` until something was committed in this session.
  public var lastResult: CompletedPitchMatching? { machine.state.run?.last }

  /// Whether the session asks for anything but the prime.
  public var isIntervalMode: Bool { machine.state.run?.rotation.isIntervalMode ?? false }
}
