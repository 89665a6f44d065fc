import Charts
import Console
import Foundation
import Language
import Music
import Training

/// The words of comparison training.
enum ComparisonText {
  static var words: TrainingWords {
    TrainingWords(
      question: localized(
        "Is the second note higher or lower? Commands: higher (h), lower (l), quit (q), help (?)"),
      commandList: localized("higher (h), lower (l), start, help (?) and quit (q)"),
      help: { glyphs in
        localized(
          """
          Two notes sound. Is the second higher or lower than the first? With an interval: \
          than that interval would have it? You may answer while it sounds.
            %@ or h  higher     %@ or l  lower     q  end     ?  this help
          Differences are in cents: 100 are one semitone. They shrink as you get better.
          """, glyphs.up, glyphs.down
        ).components(separatedBy: "\n")
      },
      ended: {
        localized(
          one: "Ended after %d comparison.", other: "Ended after %d comparisons.", $0)
      })
  }

  /// What is trained, and in which tuning where that matters.
  static func title(_ interval: DirectedInterval, _ tuningSystem: TuningSystem) -> String {
    interval == .prime
      ? localized("Comparison, unison")
      : localized("Comparison, intervals (%@)", tuningSystem.identifier)
  }

  /// What is said of a state on its own line, `nil` for nothing.
  static func state(_ state: ComparisonState, of challenge: PosedComparison) -> String? {
    switch state {
    case .idle, .showingFeedback: nil
    case .playingNote1: localized("%@: first note", heading(challenge))
    case .playingNote2: localized("%@: second note", heading(challenge))
    case .awaitingAnswer: localized("%@: higher or lower?", heading(challenge))
    }
  }

  /// What the status line shows in a state, `nil` for nothing new.
  static func status(
    _ state: ComparisonState, of challenge: PosedComparison, glyphs: Glyphs
  ) -> String? {
    let heading = heading(challenge)
    return switch state {
    case .idle, .showingFeedback: nil
    case .playingNote1: localized("%@   %@ first note", heading, glyphs.note)
    case .playingNote2:
      localized(
        "%@   %@ second note   %@ higher   %@ lower", heading, glyphs.note, glyphs.up, glyphs.down)
    case .awaitingAnswer:
      localized("%@   %@ higher   %@ lower ?", heading, glyphs.up, glyphs.down)
    }
  }

  /// The result of a comparison, with what it was.
  static func result(_ completed: CompletedComparison, index: Int, glyphs: Glyphs) -> String {
    let comparison = completed.comparison
    let mark =
      completed.isCorrect
      ? localized("%@ right", glyphs.tick) : localized("%@ wrong", glyphs.cross)
    let cents = CentsText.plain(comparison.centOffset.magnitude)
    let notes = ChallengeText.notes(
      comparison.referenceNote, comparison.interval, completed.tuningSystem)
    return comparison.isTargetHigher
      ? localized("%d  %@   it was %@ cents higher   (%@)", index, mark, cents, notes)
      : localized("%d  %@   it was %@ cents lower   (%@)", index, mark, cents, notes)
  }

  /// The session's best, at its end.
  static func best(_ difference: Cents) -> String {
    localized(
      "The smallest difference told right: %@ cents.", CentsText.plain(difference.magnitude))
  }

  private static func heading(_ challenge: PosedComparison) -> String {
    ChallengeText.heading(challenge.index, challenge.comparison.interval)
  }
}
