import Music
import Training

/// The words of pitch matching.
enum PitchMatchingText {
  static let words = TrainingWords(
    question:
      """
      Tune the second note. Commands: slider V (-1 to 1), nudge CENTS, commit, quit (q), help (?)
      """,
    commandList: "slider V, nudge CENTS, commit, start, help (?) and quit (q)",
    keys: { glyphs in
      """
      Tune the second note (\(glyphs.left) \(glyphs.right) fine, \(glyphs.up) \(glyphs.down) coarse), \
      then Enter.  q ends, ? helps
      """
    },
    help: { glyphs in
      [
        "A note sounds, then a second one that is out of tune. Tune it to the first, or",
        "until the interval is true. Listen: nothing shows how far off it is.",
        "  \(glyphs.left) \(glyphs.right)  1 cent   \(glyphs.up) \(glyphs.down)  10 cents   "
          + ", .  0.1 cent   Enter  in tune",
        "  q  end     ?  this help          Hold a key and the note glides.",
        "A keyboard's modulation and pitch wheels tune, too, on Peach's MIDI port.",
        "100 cents are one semitone. Sharp is too high, flat too low.",
      ]
    },
    trial: "matching", trials: "matchings")

  /// What is trained, and in which tuning where that matters.
  static func title(_ interval: DirectedInterval, _ tuningSystem: TuningSystem) -> String {
    interval == .prime
      ? "Pitch matching, unison" : "Pitch matching, intervals (\(tuningSystem.identifier))"
  }

  /// What is said of a state on its own line, `nil` for nothing.
  static func state(_ state: PitchMatchingState, of challenge: PosedPitchMatching) -> String? {
    switch state {
    case .idle, .showingFeedback: nil
    case .playingReference: "\(heading(challenge)): reference note"
    case .playingTunable: "\(heading(challenge)): tune it, then commit"
    }
  }

  /// What the status line shows in a state, `nil` for nothing new.
  static func status(
    _ state: PitchMatchingState, of challenge: PosedPitchMatching, glyphs: Glyphs
  ) -> String? {
    let heading = heading(challenge)
    return switch state {
    case .idle, .showingFeedback: nil
    case .playingReference: "\(heading)   \(glyphs.note) reference note"
    case .playingTunable:
      """
      \(heading)   \(glyphs.note) tune it: \(glyphs.left) \(glyphs.right) fine, \
      \(glyphs.up) \(glyphs.down) coarse, then Enter
      """
    }
  }

  /// What was committed: signed cents, direction and band.
  static func result(_ completed: CompletedPitchMatching, index: Int) -> String {
    let challenge = completed.challenge
    let notes = ChallengeText.notes(
      challenge.referenceNote, challenge.interval, completed.tuningSystem)
    return "\(index)  \(verdict(completed))   (\(notes))"
  }

  private static func verdict(_ completed: CompletedPitchMatching) -> String {
    let cents = "\(CentsText.signed(completed.userCentError)) cents"
    let direction = completed.userCentError.rawValue > 0 ? "sharp" : "flat"
    return switch completed.band {
    case .exact: "0 cents   exact"
    case .close: "\(cents)   \(direction), under 10"
    case .moderate: "\(cents)   \(direction), up to 30"
    case .far: "\(cents)   \(direction), beyond 30"
    }
  }

  private static func heading(_ challenge: PosedPitchMatching) -> String {
    ChallengeText.heading(challenge.index, challenge.challenge.interval)
  }
}
