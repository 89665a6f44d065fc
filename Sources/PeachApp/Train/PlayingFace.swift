import Charts
import Console
import Foundation
import History
import Language
import Music
import Program
import Training

/// The training of the player's own note as the user sees it.
struct PlayingFace: TrainingFace {
  let name = TrainingName.playing
  let controls = ControlUse(movesSlider: false, intents: [.done])

  var commands: [TrainingCommand] { [TrainingCommand(["commit"], keys: [.enter], .commit)] }

  func keys(_: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(
        SpaceKey.name,
        localized("hear the reference again; after the answer, your note and the true one")),
      KeyTable.Row(
        "Enter", localized("judge the note now; in a replay or a pause: continue"),
        opening: localized("Enter: judge the note now")),
    ]
  }

  /// A reference note and some playing.
  func secondsToAnswer(noteDuration: Double) -> Double { noteDuration + 4 }

  var title: String { localized(context: "training", "Playing") }

  var words: TrainingWords {
    TrainingWords(
      question: localized(
        "Play or sing the note. Commands: commit (judge now), again, quit (q), help (?)"),
      keys: keys,
      session: { localized(one: "%d note to play", other: "%d notes to play", $0) },
      endlessSession: localized("notes to play until Esc"),
      about: [
        localized(
          """
          Playing: a note sounds. Play or sing it, or the interval above or below it that is named, \
          into a microphone, and hold it until it is judged.
          """)
      ],
      ended: {
        localized(
          one: "Ended after playing %d note.", other: "Ended after playing %d notes.", $0)
      })
  }
}
