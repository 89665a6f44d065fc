import Music
import Training

/// The words of comparison training.
enum ComparisonText {
  static let words = TrainingWords(
    question:
      "Is the second note higher or lower? Commands: higher (h), lower (l), quit (q), help (?)",
    commandList: "higher (h), lower (l), start, help (?) and quit (q)",
    keys: { glyphs in
      """
      Is the second note higher (\(glyphs.up) or h) or lower (\(glyphs.down) or l)?  q ends, ? helps
      """
    },
    help: { glyphs in
      [
        "Two notes sound. Is the second higher or lower than the first? With an",
        "interval: than that interval would have it? You may answer while it sounds.",
        "  \(glyphs.up) or h  higher     \(glyphs.down) or l  lower     q  end     ?  this help",
        "Differences are in cents: 100 are one semitone. They shrink as you get better.",
      ]
    },
    trial: "comparison", trials: "comparisons")

  /// What is trained, and in which tuning where that matters.
  static func title(_ interval: DirectedInterval, _ tuningSystem: TuningSystem) -> String {
    interval == .prime
      ? "Comparison, unison" : "Comparison, intervals (\(tuningSystem.identifier))"
  }

  /// What is said of a state on its own line, `nil` for nothing.
  static func state(_ state: ComparisonState, of challenge: PosedComparison) -> String? {
    switch state {
    case .idle, .showingFeedback: nil
    case .playingNote1: "\(heading(challenge)): first note"
    case .playingNote2: "\(heading(challenge)): second note"
    case .awaitingAnswer: "\(heading(challenge)): higher or lower?"
    }
  }

  /// What the status line shows in a state, `nil` for nothing new.
  static func status(
    _ state: ComparisonState, of challenge: PosedComparison, glyphs: Glyphs
  ) -> String? {
    let heading = heading(challenge)
    return switch state {
    case .idle, .showingFeedback: nil
    case .playingNote1: "\(heading)   \(glyphs.note) first note"
    case .playingNote2:
      "\(heading)   \(glyphs.note) second note   \(glyphs.up) higher   \(glyphs.down) lower"
    case .awaitingAnswer: "\(heading)   \(glyphs.up) higher   \(glyphs.down) lower ?"
    }
  }

  /// The result of a comparison, with what it was.
  static func result(_ completed: CompletedComparison, index: Int, glyphs: Glyphs) -> String {
    let comparison = completed.comparison
    let mark = completed.isCorrect ? "\(glyphs.tick) right" : "\(glyphs.cross) wrong"
    let direction = comparison.isTargetHigher ? "higher" : "lower"
    let cents = CentsText.plain(comparison.centOffset.magnitude)
    let notes = ChallengeText.notes(
      comparison.referenceNote, comparison.interval, completed.tuningSystem)
    return "\(index)  \(mark)   it was \(cents) cents \(direction)   (\(notes))"
  }

  /// The session's best, at its end.
  static func best(_ difference: Cents) -> String {
    "The smallest difference told right: \(CentsText.plain(difference.magnitude)) cents."
  }

  private static func heading(_ challenge: PosedComparison) -> String {
    ChallengeText.heading(challenge.index, challenge.comparison.interval)
  }
}
