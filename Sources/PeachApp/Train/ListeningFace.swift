import Charts
import Console
import Language
import Music
import Program
import Training

/// Listening as the user sees it.
struct ListeningFace: TrainingFace {
  let name = TrainingName.listening

  /// What is listened to if nobody has set any intervals.
  static let usualIntervals = [Interval.perfectFifth, .majorThird, .minorThird, .perfectFourth]
    .map { DirectedInterval($0) }
  let controls = ControlUse(movesSlider: false, intents: [.done])

  var commands: [TrainingCommand] {
    [TrainingCommand(["next"], keys: [.right, .enter], .skip)]
  }

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(SpaceKey.name, localized("hear the same notes again")),
      KeyTable.Row(glyphs.right, localized("the next notes")),
      KeyTable.Row("Enter", localized("the next notes; in a pause: continue")),
    ]
  }

  /// Three sounds.
  func secondsToAnswer(noteDuration: Double) -> Double { 3 * noteDuration + 1 }

  var title: String { localized(context: "training", "Listening") }

  var words: TrainingWords {
    TrainingWords(
      question: localized("Listen. Commands: next, again, quit (q), help (?)"),
      keys: keys,
      session: {
        localized(one: "%d pair of notes to hear", other: "%d pairs of notes to hear", $0)
      },
      endlessSession: localized("notes to hear until Esc"),
      about: [],
      ended: {
        localized(
          one: "Ended after %d pair of notes.", other: "Ended after %d pairs of notes.", $0)
      })
  }
}
