import Charts
import Console
import Language
import Program
import Training

/// What is said of the notes of maps, which are recorded without trials.
struct MapFace: TrainingFace {
  let name = TrainingName.map
  let controls = ControlUse(movesSlider: false, intents: [])
  let commands: [TrainingCommand] = []

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] { [] }
  func secondsToAnswer(noteDuration: Double) -> Double { noteDuration }

  var title: String { TrainingChoice(name, .unison).name }

  var words: TrainingWords {
    TrainingWords(
      question: TrainingChoice(name, .unison).question, keys: keys, session: CountText.mapped,
      endlessSession: localized("notes until Esc"), about: [],
      ended: { localized(one: "Ended after %d note.", other: "Ended after %d notes.", $0) })
  }
}
