import Music
import Training

/// The words of comparison training.
enum ComparisonText {
  static let commands =
    "Is the second note higher or lower? Commands: higher (h), lower (l), quit (q), help (?)"
  static let pressKey = "Interrupted. Press a key to go on, q to end."

  static func keys(_ glyphs: Glyphs) -> String {
    "Is the second note higher or lower?  \(glyphs.up)/h higher   \(glyphs.down)/l lower   q end   ? help"
  }

  static func help(_ glyphs: Glyphs) -> [String] {
    [
      "Two notes sound. Say whether the second is higher or lower than the first, or, with an",
      "interval, than that interval would have it. You may answer while the second note sounds.",
      "  \(glyphs.up) or h  higher     \(glyphs.down) or l  lower     q  end     ?  this help",
      "The distance is in cents: 100 are one semitone. It shrinks as you answer rightly.",
    ]
  }

  static func ending(trials: Int) -> String {
    trials == 1 ? "Ended after 1 comparison." : "Ended after \(trials) comparisons."
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
    let notes =
      comparison.interval == .prime
      ? NoteName.text(comparison.referenceNote)
      : "\(NoteName.text(comparison.referenceNote)), \(NoteName.text(comparison.interval))"
    return "\(index)  \(mark)   it was \(cents) cents \(direction)   (\(notes))"
  }

  private static func heading(_ challenge: PosedComparison) -> String {
    let interval = challenge.comparison.interval
    return interval == .prime
      ? "\(challenge.index)" : "\(challenge.index)  \(NoteName.text(interval))"
  }
}
