import Charts
import Console
import Foundation
import Language
import Music
import Training

/// The words of pitch matching.
enum PitchMatchingText {
  static var words: TrainingWords {
    TrainingWords(
      question: localized(
        "Tune the second note. Commands: slider V (-1 to 1), nudge CENTS, commit, quit (q), help (?)"
      ),
      commandList: localized("slider V, nudge CENTS, commit, start, help (?) and quit (q)"),
      help: { glyphs in
        localized(
          """
          A note sounds, then a second one that is out of tune. Tune it to the first, or \
          until the interval is true. Listen: nothing shows how far off it is.
            %@ %@  1 cent   %@ %@  10 cents   , .  0.1 cent   Enter  in tune
            q  end     ?  this help          Hold a key and the note glides.
          A keyboard's modulation and pitch wheels tune, too, on Peach's MIDI port.
          100 cents are one semitone. Sharp is too high, flat too low.
          """, glyphs.left, glyphs.right, glyphs.up, glyphs.down
        ).components(separatedBy: "\n")
      },
      ended: {
        localized(
          one: "Ended after %d matching.", other: "Ended after %d matchings.", $0)
      })
  }

  /// What is trained, and in which tuning where that matters.
  static func title(_ interval: DirectedInterval, _ tuningSystem: TuningSystem) -> String {
    interval == .prime
      ? localized("Pitch matching, unison")
      : localized("Pitch matching, intervals (%@)", tuningSystem.identifier)
  }

  /// What is said of a state on its own line, `nil` for nothing.
  static func state(_ state: PitchMatchingState, of challenge: PosedPitchMatching) -> String? {
    switch state {
    case .idle, .showingFeedback: nil
    case .playingReference: localized("%@: reference note", heading(challenge))
    case .playingTunable: localized("%@: tune it, then commit", heading(challenge))
    }
  }

  /// What the status line shows in a state, `nil` for nothing new.
  static func status(
    _ state: PitchMatchingState, of challenge: PosedPitchMatching, glyphs: Glyphs
  ) -> String? {
    let heading = heading(challenge)
    return switch state {
    case .idle, .showingFeedback: nil
    case .playingReference: localized("%@   %@ reference note", heading, glyphs.note)
    case .playingTunable:
      localized(
        """
        %@   %@ tune it: %@ %@ fine, \
        %@ %@ coarse, then Enter
        """, heading, glyphs.note, glyphs.left, glyphs.right, glyphs.up, glyphs.down)
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
    let cents = CentsText.signed(completed.userCentError)
    let isSharp = completed.userCentError.rawValue > 0
    return switch completed.band {
    case .exact: localized("0 cents   exact")
    case .close:
      isSharp
        ? localized("%@ cents   sharp, under 10", cents)
        : localized("%@ cents   flat, under 10", cents)
    case .moderate:
      isSharp
        ? localized("%@ cents   sharp, up to 30", cents)
        : localized("%@ cents   flat, up to 30", cents)
    case .far:
      isSharp
        ? localized("%@ cents   sharp, beyond 30", cents)
        : localized("%@ cents   flat, beyond 30", cents)
    }
  }

  private static func heading(_ challenge: PosedPitchMatching) -> String {
    ChallengeText.heading(challenge.index, challenge.challenge.interval)
  }
}
