import Music
import Training

/// The words of comparison training.
enum ComparisonText {
  static let commands =
    "Is the second note higher or lower? Commands: higher (h), lower (l), quit (q), help (?)"
  static let serverAway = "Waiting for a JACK server. q ends."
  static let pressKey = "Interrupted. Press a key to go on, q to end."

  static func keys(_ glyphs: Glyphs) -> String {
    "Is the second note higher (\(glyphs.up) or h) or lower (\(glyphs.down) or l)?  q ends, ? helps"
  }

  static func help(_ glyphs: Glyphs) -> [String] {
    [
      "Two notes sound. Is the second higher or lower than the first? With an",
      "interval: than that interval would have it? You may answer while it sounds.",
      "  \(glyphs.up) or h  higher     \(glyphs.down) or l  lower     q  end     ?  this help",
      "Differences are in cents: 100 are one semitone. They shrink as you get better.",
    ]
  }

  static func ending(trials: Int, xruns: Int) -> String {
    let comparisons = trials == 1 ? "1 comparison" : "\(trials) comparisons"
    let lost = xruns == 0 ? "" : " JACK lost the beat \(xruns == 1 ? "once" : "\(xruns) times")."
    return "Ended after \(comparisons).\(lost)"
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
    let mark = completed.isCorrect ? "\(glyphs.right) right" : "\(glyphs.wrong) wrong"
    let direction = comparison.isTargetHigher ? "higher" : "lower"
    let cents = CentsText.plain(comparison.centOffset.magnitude)
    // A unison is the same in every tuning.
    let notes =
      comparison.interval == .prime
      ? NoteName.text(comparison.referenceNote)
      : """
      \(NoteName.text(comparison.referenceNote)), \(NoteName.text(comparison.interval)), \
      \(completed.tuningSystem.identifier)
      """
    return "\(index)  \(mark)   it was \(cents) cents \(direction)   (\(notes))"
  }

  private static func heading(_ challenge: PosedComparison) -> String {
    let interval = challenge.comparison.interval
    return interval == .prime
      ? "\(challenge.index)" : "\(challenge.index)  \(NoteName.text(interval))"
  }
}
