import Charts
import Console
import Foundation
import History
import Language
import Music
import Program
import Training

/// Comparison training as the user sees it.
struct ComparisonFace: TrainingFace {
  let name = TrainingName.comparison
  let controls = ControlUse(movesSlider: false, intents: [.higher, .lower])

  var commands: [TrainingCommand] {
    [
      TrainingCommand(
        ["higher", "h"], meaning: localized(context: "meaning of a command", "higher"),
        keys: [.up, .character("k")], .answer(higher: true)),
      TrainingCommand(
        ["lower", "l"], meaning: localized(context: "meaning of a command", "lower"),
        keys: [.down, .character("j")], .answer(higher: false)),
    ]
  }

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(answering: glyphs.up, or: "k", localized("the second note is higher")),
      KeyTable.Row(answering: glyphs.down, or: "j", localized("the second note is lower")),
    ] + choiceKeys
  }

  /// Two notes and a moment to think.
  func secondsToAnswer(noteDuration: Double) -> Double { 2 * noteDuration + 1.5 }

  var title: String { localized("Comparison") }

  var words: TrainingWords {
    TrainingWords(
      question: localized(
        "Is the second note higher or lower? Commands: higher (h), lower (l), quit (q), help (?)"),
      keys: keys,
      session: CountText.comparisons,
      endlessSession: localized("comparisons until Esc"),
      about: [
        localized(
          """
          Comparison: two notes sound. Is the second higher or lower than the first? With \
          intervals: is it higher or lower than the true interval?
          """), StrategyText.both,
      ],
      ended: {
        localized(
          one: "Ended after %d comparison.", other: "Ended after %d comparisons.", $0)
      })
  }
}

/// The words for the strategies that choose comparisons.
enum StrategyText {
  /// What each of them does.
  static var both: String {
    localized(
      """
      Most differences are so large that you get about 85 in 100 right. With the strategy kazez, \
      each right answer narrows the difference and each wrong one widens it.
      """)
  }
}
