import Charts
import Console
import Language
import Program
import Training

/// Which of three sounds differed, as the user sees it. Plans alone ask it.
struct OddOneFace: TrainingFace {
  let name = TrainingName.oddOne
  let controls = ControlUse(movesSlider: false, intents: [.first, .second, .third])

  var commands: [TrainingCommand] { TrainingCommand.places([.left, .down, .right]) }

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(answering: glyphs.left, or: "1", localized("the first differed")),
      KeyTable.Row(answering: glyphs.down, or: "2", localized("the second differed")),
      KeyTable.Row(answering: glyphs.right, or: "3", localized("the third differed")),
    ] + choiceKeys
  }

  /// Three sounds and a moment to think.
  func secondsToAnswer(noteDuration: Double) -> Double { 3 * noteDuration + 2 }

  var title: String { localized(context: "training", "The odd one of three") }

  var words: TrainingWords {
    TrainingWords(
      question: localized(
        """
        Which of the three differed? Commands: first (1), second (2), third (3), quit (q), help (?)
        """),
      keys: keys,
      session: CountText.oddOnes,
      endlessSession: localized("odd ones of three until Esc"),
      about: [],
      ended: {
        localized(one: "Ended after %d question.", other: "Ended after %d questions.", $0)
      })
  }
}
