import ArgumentParser
import Charts
import Console
import Foundation
import History
import Language
import Music
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
      page: .training(.matching),
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

  var records: RecordWords? {
    RecordWords(
      member: "matchings", count: CountText.matchings,
      outcome: { localized("tuned notes: %@", $0) },
      answer: { result in
        localized("tuned note, %@ cents", CentsText.signed(result.measures.userCentError ?? 0))
      })
  }
}

/// `peach match`: pitch matching in one of the three ways.
struct MatchCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: localized("Train to tune a second note by ear."),
    discussion: CommandHelp.training(
      localized(
        """
        A reference note sounds. Then a second note, up to 100 cents off, sounds until you have \
        tuned it. In a terminal, left and right change it by 1 cent, down and up by 10 cents, \
        comma and period by 0.1 cent; if you hold a key, the note glides. Enter commits the note, \
        q quits, and ? shows help. Until you commit the note, nothing shows how far off it is. \
        With MIDI, the modulation and pitch wheels tune.

        In a pipe, each input line is one command: slider V (-1 to 1: from 100 cents below the \
        target to 100 cents above it), nudge CENTS, commit, start, quit. With --json, Peach reads \
        the same commands and prints one JSON object a line. Settings given as options apply to \
        this run only.

        Space lets you hear the reference again, as often as you want. If you were further off than \
        you usually are, you hear your note and then the true one. r repeats that for the last note, \
        u takes it back, p pauses, + and - change the level. The commands for lines are again, last, \
        skip, undo, pause, panic and level DB. ! and panic silence everything at once.
        """),
      examples: """
        peach match
        peach match --intervals P5,M3- --tuning just --trials 20
        peach match --note-duration 2 --vary-loudness 0.5
        peach match --json --trials 5 --seed 7
        """))

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions
  @OptionGroup var options: TrainingOptions

  @MainActor func run() async throws {
    throw await options.train(.matching, settings: settings, global: global)
  }
}
