import ArgumentParser
import Charts
import Console
import Foundation
import History
import Language
import Music
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
      KeyTable.Row(
        SpaceKey.name, localized("hear again; after the answer, with the true one")),
      KeyTable.Row("Enter", localized("in a replay or a pause: continue")),
    ]
  }

  /// Two notes and a moment to think.
  func secondsToAnswer(noteDuration: Double) -> Double { 2 * noteDuration + 1.5 }

  var title: String { localized("Comparison") }

  var words: TrainingWords {
    TrainingWords(
      question: localized(
        "Is the second note higher or lower? Commands: higher (h), lower (l), quit (q), help (?)"),
      page: .training(.comparison),
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

  var records: RecordWords? {
    RecordWords(
      member: "comparisons", count: CountText.comparisons,
      outcome: { localized("comparisons: %@", $0) },
      answer: { result in
        let cents = CentsText.plain((result.measures.centOffset ?? 0).magnitude)
        return result.measures.isCorrect == true
          ? localized("comparison, right, %@ cents", cents)
          : localized("comparison, wrong, %@ cents", cents)
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

/// `peach compare`: comparison training in one of the three ways.
struct CompareCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: localized("Train to hear whether a second note is higher or lower."),
    discussion: CommandHelp.training(
      localized(
        """
        In a terminal, up or k answers higher, down or j answers lower, q quits, and ? shows help. \
        In a pipe, each input line is one command (higher, lower, start, quit). With --json, Peach \
        reads the same commands and prints one JSON object a line. Settings given as options apply \
        to this run only.

        Space lets you hear the trial again, as often as you want; after a wrong answer you hear it \
        once more. r repeats the last one, u takes your answer back, p pauses, + and - change the \
        level. The commands for lines are again, last, skip, undo, pause, panic and level DB. ! \
        and panic silence everything at once.

        Peach asks what it has most to learn from, at a difference that you get right about 85 times \
        in 100, with a few easy ones in between. With --strategy kazez, each right answer narrows the \
        difference and each wrong one widens it.
        """),
      examples: """
        peach compare
        peach compare --intervals P1,P5,M3- --tuning just --trials 20
        peach compare --intervals P5,M3 --tuning werckmeister.scl
        peach compare --note-duration 0.3 --vary-loudness 0.5
        peach compare --json --trials 5 --seed 7
        """))

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions
  @OptionGroup var options: TrainingOptions

  @MainActor func run() async throws {
    throw await options.train(.comparison, settings: settings, global: global)
  }
}
