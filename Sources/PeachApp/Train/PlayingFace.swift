import ArgumentParser
import Charts
import Console
import Foundation
import History
import Language
import Music
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
      page: .training(.playing),
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

  var records: RecordWords? {
    RecordWords(
      member: "playings", count: CountText.playings,
      outcome: { localized("played notes: %@", $0) },
      answer: { result in
        localized("played note, %@ cents", CentsText.signed(result.measures.userCentError ?? 0))
      })
  }
}

/// `peach play`: the training of the player's own note in one of the three ways.
struct PlayCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: localized("Train to play or sing notes in tune."),
    discussion: CommandHelp.training(
      localized(
        """
        A reference note sounds. Play or sing the same note, or the named interval above or \
        below it, into the audio input in_1, in any octave, and hold it. When the note has been \
        steady for long enough, or when you press Enter or a pedal, Peach says how far off it \
        was, how much it drifted, how wide and how fast its vibrato was, and how long it took to \
        settle. If the note is too short, not steady, or more than 150 cents off, Peach says so, \
        and it does not count. In a terminal, q quits, and ? shows help.

        With --presentation harmonic the reference goes on while you play. Use headphones: in a \
        unison, a microphone cannot tell it from your note.

        In a pipe, each input line is one command: commit, start, quit. With --json, Peach reads \
        the same commands and prints one JSON object a line. Settings given as options apply to \
        this run only. Peach keeps nothing of what the microphone hears unless you give \
        --keep-audio.

        Space plays the reference again, as often as you want. If you were further off than \
        usual, you hear your note and then the true one. r repeats that for the last note, u \
        takes the last answer back, p pauses, + and - change the level. As input lines, these \
        commands are again, last, skip, undo, pause and level DB. ! and panic silence everything \
        at once.

        Until you run --calibrate, response times include the delay from the outputs to your \
        ears and from your instrument into Peach. Calibrate with a cable from an output of the \
        computer to its input, or with loudspeakers and the microphone where you hear and play. \
        You hear a repeating sweep. Peach stores the result as the setting inputDelay and \
        subtracts it from response times.
        """),
      examples: """
        peach play
        peach play --intervals P5,M3- --tuning just --trials 20
        peach play --presentation harmonic --reference-note D4 --intervals P5
        peach play --presentation harmonic --reference-note D3 --drone true --accompaniment P1,P5 --intervals M2,P4
        peach play --json --trials 5 --seed 7
        peach play --calibrate
        """))

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions
  @OptionGroup var options: TrainingOptions

  @Flag(
    help: ArgumentHelp(
      localized(
        """
        Measure how long sound takes from the outputs into in_1, store that for response times, \
        and quit.
        """
      )))
  var calibrate = false

  @Option(
    help: ArgumentHelp(
      localized(
        "Keep the sound of each judged note as a WAV file in this directory, for research."),
      valueName: localized(context: "value of an option", "directory")))
  var keepAudio: String?

  func validate() throws {
    if keepAudio?.isEmpty == true {
      throw ValidationError(localized("--keep-audio takes the name of a directory."))
    }
    if calibrate, options.trials != nil || options.seed != nil || keepAudio != nil {
      throw ValidationError(
        localized(
          "--calibrate measures and does not train: leave out --trials, --seed and --keep-audio."))
    }
  }

  @MainActor func run() async throws {
    if calibrate { throw await CalibrationRun.exitCode(settings: settings, global: global) }
    throw await options.train(
      .playing, settings: settings, global: global, keepAudio: keepAudio)
  }
}
