import Music

/// A trial whose second note is the user's: tuned, sung or played.
public nonisolated protocol ProductionTrial: PosedTrial {
  /// How far off the user usually is: a greater error is worth hearing.
  var spread: Cents { get }
}

nonisolated extension ProductionTrial {
  /// What the user's note is to be.
  public var targetFrequency: Frequency { trueFrequency }

  /// The beats of a note so far from the target; `nil` if there are none to speak of.
  ///
  /// - Parameters:
  ///   - partials: those of the sound; `nil` if they are not known.
  ///   - own: those of the user's note.
  public func beats(
    at error: Cents, _ partials: PartialLevels?, own: PartialLevels?
  ) -> TrialBeats? {
    beats(of: targetFrequency.shifted(by: error), partials, own: own)
  }
}

/// A machine whose trials end with a note of the user's own. The result is how far off that is.
public nonisolated protocol ProductionMachine: TrialMachine where Trial: ProductionTrial {
  /// From the target; positive is sharp.
  static func error(of outcome: Outcome) -> Cents
}

nonisolated extension ProductionMachine {
  public static func isOff(_ outcome: Outcome, of trial: Trial) -> Bool {
    error(of: outcome).magnitude > trial.spread.rawValue
  }

  /// The user's note, then the true one; each with what sounded beside it, or after it. Of a unison in
  /// sequence the two alone.
  public static func replay(of trial: Trial, _ outcome: Outcome) -> [ReplayNote] {
    let given = trial.targetFrequency.shifted(by: error(of: outcome))
    return trial.voicing.replay(
      trial.isUnisonInSequence ? [] : trial.voices,
      [(.given, given), (.truth, trial.targetFrequency)],
      gap: trial.flow.noteGap)
  }
}
