import Charts
import Console
import Foundation
import History
import Language
import Music
import Program
import Training

/// Purity training as the user sees it.
struct PurityFace: TrainingFace {
  let name = TrainingName.purity
  let controls = ControlUse(movesSlider: false, intents: [.first, .second])

  var commands: [TrainingCommand] { TrainingCommand.places([.left, .right]) }

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(answering: glyphs.left, or: "1", localized("the first was in tune")),
      KeyTable.Row(answering: glyphs.right, or: "2", localized("the second was in tune")),
    ] + choiceKeys
  }

  /// Two chords and a moment to think.
  func secondsToAnswer(noteDuration: Double) -> Double { 2 * noteDuration + 2 }

  var title: String { localized(context: "training", "Purity") }

  var words: TrainingWords {
    TrainingWords(
      question: localized(
        """
        Which was in tune, the first or the second? Commands: first (1), second (2), quit (q), \
        help (?)
        """),
      keys: keys,
      session: CountText.purities,
      endlessSession: localized("questions of purity until Esc"),
      about: [
        localized(
          """
          Purity: the same two notes, or the same chord, sound twice, once in tune. Which was in \
          tune, the first or the second?
          """), PurityText.trueInterval,
      ],
      ended: {
        localized(
          one: "Ended after %d question.", other: "Ended after %d questions.", $0)
      })
  }
}

/// What has to be known about purity, beyond what is asked.
nonisolated enum PurityText {
  /// What counts as in tune.
  static var trueInterval: String {
    localized(
      """
      The true interval is that of the chosen tuning. In equal temperament most intervals beat even \
      if they are in tune, so the one with fewer beats is not always the answer.
      """)
  }
}
