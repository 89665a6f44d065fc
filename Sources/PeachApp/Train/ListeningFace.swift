import ArgumentParser
import Charts
import Console
import Language
import Music
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
      page: .training(.listening),
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

  var records: RecordWords? {
    RecordWords(
      member: "listenings", count: CountText.listenings,
      outcome: { localized("blocks listened to: %@", $0) },
      answer: { _ in localized("block listened to") })
  }
}

/// `peach listen`: notes and intervals in tune, to listen to.
struct ListenCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen",
    abstract: localized("Listen to notes and intervals in tune."),
    discussion: CommandHelp.training(
      localized(
        """
        A note sounds, then the note at the interval from it, then both together, all in tune; \
        after a moment the next ones, from another note. There is nothing to answer: what one has \
        heard often, one learns to hear. Listen for a minute before you train a new interval. If no \
        intervals are set, they are the fifth, both thirds and the fourth.

        In a terminal, Space plays the same notes again, the right arrow the next ones, p pauses, + \
        and - change the level, q quits, and ? shows help. In a pipe, each input line is one command \
        (next, again, pause, level DB, start, quit). With --json, Peach prints one JSON object a \
        line.
        """),
      examples: """
        peach listen --intervals M3,m3 --tuning just
        peach listen --intervals P5 --accompaniment P1,M3 --trials 10
        """))

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions
  @OptionGroup var options: TrainingOptions

  @MainActor func run() async throws {
    throw await options.train(.listening, settings: settings, global: global)
  }
}
