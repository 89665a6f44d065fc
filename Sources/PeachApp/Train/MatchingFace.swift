import Charts
import Console
import Foundation
import History
import Language
import Music
import Program
import Training

/// Pitch matching as the user sees it. Before a pitch is committed nothing tells where the target is.
struct MatchingFace: TrainingFace {
  let name = TrainingName.matching
  let controls = ControlUse(movesSlider: true, intents: [.commit])

  /// A key that is held repeats, and as each step glides so does the whole. A tenth of a cent is finer
  /// than any ear; a semitone's way takes ten coarse steps.
  var commands: [TrainingCommand] {
    [
      TrainingCommand(
        "slider", "V", in: PitchSlider.range, localized("a number from -1 to 1"),
        Intent.slider),
      // From end to end of the slider.
      TrainingCommand(
        "nudge", localized(context: "value of a command", "CENTS"), in: -200...200,
        localized("a number of cents from -200 to 200"),
        keys: [
          (.right, 1), (.character("l"), 1), (.left, -1), (.character("h"), -1),
          (.up, 10), (.character("k"), 10), (.down, -10), (.character("j"), -10),
          (.character("."), 0.1), (.character(","), -0.1),
        ]
      ) { .nudge(Cents($0)) },
      TrainingCommand(["commit"], keys: [.enter], .commit),
    ]
  }

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(
        answering: "\(glyphs.left) \(glyphs.right)", or: " h l",
        localized("tune by 1 cent; hold to glide")),
      KeyTable.Row(
        answering: "\(glyphs.up) \(glyphs.down)", or: " k j", localized("tune by 10 cents")),
      KeyTable.Row(
        glyphs.isSpoken ? localized(context: "keys on the keyboard", "comma period") : ", .",
        localized("tune by 0.1 cents")),
      KeyTable.Row(
        SpaceKey.name,
        localized("hear the reference again; after the answer, your note and the true one")),
      KeyTable.Row(
        "Enter", localized("in tune; in a replay or a pause: continue"),
        opening: localized("Enter: in tune")),
    ]
  }

  /// A reference note and some tuning.
  func secondsToAnswer(noteDuration: Double) -> Double { noteDuration + 8 }

  var title: String { localized("Matching") }

  var words: TrainingWords {
    TrainingWords(
      question: localized(
        "Tune the second note. Commands: slider V (-1 to 1), nudge CENTS, commit, quit (q), help (?)"
      ),
      keys: keys,
      session: { localized(one: "%d note to tune", other: "%d notes to tune", $0) },
      endlessSession: localized("notes to tune until Esc"),
      about: [
        localized(
          """
          Matching: a note sounds, then a second one that is out of tune. Tune it until it \
          is right, then press Enter.
          """)
      ],
      ended: {
        localized(
          one: "Ended after tuning %d note.", other: "Ended after tuning %d notes.", $0)
      })
  }
}
