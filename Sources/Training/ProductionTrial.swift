import Music

/// A trial whose second note is the user's: tuned, sung or played. How far it is off, is the result.
public nonisolated protocol ProductionTrial: PosedTrial {
  /// How far off the user usually is: a greater error is worth hearing.
  var spread: Cents { get }
}

nonisolated extension ProductionTrial {
  /// What the user's note is to be.
  public var targetFrequency: Frequency { trueFrequency }

  /// The beats of a note so far from the target; `nil` if there are none to speak of.
  public func beats(at error: Cents) -> TrialBeats? {
    beats(of: targetFrequency.shifted(by: error))
  }

  /// Whether an error is so great that the user should hear the truth.
  func isOff(_ error: Cents) -> Bool { error.magnitude > spread.rawValue }

  /// The user's note, then the true one; each with what sounded beside it, or after it. Of unisons
  /// alone, the two of them.
  func replay(ofError error: Cents) -> [ReplayNote] {
    let isAlone =
      interval == .prime && voicing.accompaniment == [.prime] && voicing.presentation == .melodic
    return voicing.replay(
      isAlone ? [] : voices,
      [(.given, targetFrequency.shifted(by: error)), (.truth, targetFrequency)],
      gap: flow.noteGap)
  }
}

nonisolated extension MatchingHearing {
  /// The spread of a user of whom too little is known.
  public static let unknownSpread = Cents(10)

  /// How far off the user usually is, as far as it is known.
  var usualSpread: Cents { fit?.spread.value ?? Self.unknownSpread }
}
