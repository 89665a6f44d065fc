import ArgumentParser
import Charts
import Console
import Foundation
import History
import Language
import Music
import Training

/// Purity training as the user sees it.
struct PurityFace: TrainingFace {
  let name = TrainingName.purity
  let controls = ControlUse(movesSlider: false, intents: [.first, .second])

  var commands: [TrainingCommand] {
    [
      TrainingCommand(["first", "1"], keys: [.left, .character("1")], .choose(first: true)),
      TrainingCommand(["second", "2"], keys: [.right, .character("2")], .choose(first: false)),
    ]
  }

  func keys(_ glyphs: Glyphs) -> [KeyTable.Row] {
    [
      KeyTable.Row(answering: glyphs.left, or: "1", localized("the first was in tune")),
      KeyTable.Row(answering: glyphs.right, or: "2", localized("the second was in tune")),
      KeyTable.Row(
        SpaceKey.name, localized("hear again; after the answer, with the true one")),
      KeyTable.Row("Enter", localized("in a replay or a pause: continue")),
    ]
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
      page: .training(.purity),
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

  var records: RecordWords? {
    RecordWords(
      member: "purities", count: CountText.purities,
      outcome: { localized("questions of purity: %@", $0) },
      answer: { result in
        let cents = CentsText.plain((result.measures.centOffset ?? 0).magnitude)
        return result.measures.isCorrect == true
          ? localized("purity, right, %@ cents", cents)
          : localized("purity, wrong, %@ cents", cents)
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

/// `peach purity`: purity training in one of the three ways.
struct PurityCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "purity",
    abstract: localized("Train to hear which of two intervals or chords is in tune."),
    discussion: CommandHelp.training(
      [opening, PurityText.trueInterval, more].joined(separator: "\n\n"),
      examples: """
        peach purity
        peach purity --intervals P5,M3 --tuning just --trials 20
        peach purity --intervals M3 --accompaniment P1,P5 --reference-note C3
        peach purity --json --trials 5 --seed 7
        """))

  nonisolated private static var opening: String {
    localized(
      """
      The same two notes sound together twice, once in tune and once with the upper or lower one \
      off. Which was in tune, the first or the second? In a terminal, left or 1 answers the \
      first, right or 2 the second, q quits, and ? shows help. In a pipe, each input line is one \
      command (first, second, start, quit). With --json, Peach reads the same commands and prints \
      one JSON object a line. Settings given as options apply to this run only.
      """)
  }

  nonisolated private static var more: String {
    localized(
      """
      With --accompaniment P1,P5 and --intervals M3, you hear major triads whose third is in tune \
      or off. --reference-note C3 keeps the tonic.

      Space lets you hear both again, as often as you want; after a wrong answer you hear the one \
      that was off and then the true one. r repeats that, u takes your answer back, p pauses, + \
      and - change the level. The commands for lines are again, last, skip, undo, pause, panic \
      and level DB. ! and panic silence everything at once.
      """)
  }

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions
  @OptionGroup var options: TrainingOptions

  @MainActor func run() async throws {
    throw await options.train(.purity, settings: settings, global: global)
  }
}
