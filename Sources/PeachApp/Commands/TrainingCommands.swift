import ArgumentParser
import Charts
import Language
import Program
import Training

/// The options of every command that trains, besides the settings and the global options.
///
/// Settings and global options are not in this group: in a debug build ArgumentParser checks each
/// group several times for each group that contains it, which delayed the start by a second.
struct TrainingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Stop after this number of results (1 or more)."),
      valueName: localized(context: "value of an option", "number")))
  var trials: Int?

  @Option(parsing: .unconditional, help: Self.seedHelp) var seed: UInt64?

  static var seedHelp: ArgumentHelp {
    ArgumentHelp(
      localized(
        "Make the training reproducible: the same number (0 or more) gives the same trials."),
      valueName: localized(context: "value of an option", "number"))
  }

  func validate() throws {
    if let trials, trials < 1 {
      throw ValidationError(
        localized("--trials takes a whole number of 1 or more, not %d.", trials))
    }
  }
}

extension TrainingName {
  /// The command that starts the training.
  nonisolated var commandType: any JackCommand.Type {
    switch self {
    case .comparison: CompareCommand.self
    case .matching: MatchCommand.self
    case .purity: PurityCommand.self
    case .playing: PlayCommand.self
    case .listening: ListenCommand.self
    case .map: MapCommand.self
    case .oddOne: RunCommand.self
    }
  }
}

/// `peach compare`: comparison training.
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
    throw await CommandContext(global).train(.comparison, settings, options)
  }
}

/// `peach match`: pitch matching.
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
    throw await CommandContext(global).train(.matching, settings, options)
  }
}

/// `peach purity`: purity training.
struct PurityCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "purity",
    abstract: localized("Train to hear which of two intervals or chords is in tune."),
    discussion: CommandHelp.training(
      [opening, TrainingWords.trueInterval, more].joined(separator: "\n\n"),
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
    throw await CommandContext(global).train(.purity, settings, options)
  }
}

/// `peach play`: the training of the player's own note.
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
    throw await CommandContext(global).train(.playing, settings, options, keepAudio: keepAudio)
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
    throw await CommandContext(global).train(.listening, settings, options)
  }
}
