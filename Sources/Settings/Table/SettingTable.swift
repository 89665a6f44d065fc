import Language
import Music
import Training

/// All settings in the order of the list. The settings file and its editing, the list and its JSON,
/// the settings screen, help, the manual page and the default file derive from these rows.
///
/// A new setting needs a row here, a default in ``SettingValues``, and an option of the command
/// line.
public enum SettingTable {
  public static let rows = training + audio + voicing + flow + day + controls + lights + remote

  static func row(named name: String) -> SettingRow? { rowsByName[name] }

  /// The names of the settings that a controller's map may have. A map cannot name another map.
  static let controlNames = Set((controls + lights).map(\.key.name))
    .subtracting([SettingKey.controller.name, SettingKey.connectMidiOutput.name])

  private static let rowsByName = Dictionary(uniqueKeysWithValues: rows.map { ($0.key.name, $0) })

  private static let training: [SettingRow] = [
    SettingRow(
      "intervals", .task, \.intervals,
      .intervals(
        allowed: localized(
          "one or more of %@, or names such as fifth or \"major third down\"",
          DirectedInterval.all.map(\.description).joined(separator: " "))),
      preview: .intervals,
      name: localized(context: "name of a setting", "Intervals"),
      meaning: localized("The intervals to train; P5 is a fifth up, P5- a fifth down."),
      comment: """
        The intervals to train, one or more of P1 m2 M2 m3 M3 P4 TT P5 m6 M6 m7 M7 P8; with a hyphen
        after its name, an interval goes down: ["M3", "P5", "P5-"]. Names count, too: ["fifth",
        "major third down"], ["Quinte"]. P1 alone is unison training. If nothing is set, interval
        training uses ["P5"].
        """),
    SettingRow(
      "noteRangeMin", .task, \.lowestNote,
      .note(
        NoteRange.limits,
        allowed: localized(
          "%@ or a name such as C3, at least %d below the highest note", span(NoteRange.limits),
          NoteRange.minimumSpan)),
      unit: .midiNote, preview: .rangeEnds,
      name: localized(context: "name of a setting", "Lowest note"),
      meaning: localized("The lowest reference note."),
      comment: """
        The lowest and the highest reference note, as names ("C3") or MIDI note numbers: 60 is middle
        C (C4), 69 is A4. 21…108 (the keyboard of a piano), at least 12 apart.
        """),
    SettingRow(
      "noteRangeMax", .task, \.highestNote,
      .note(
        NoteRange.limits,
        allowed: localized(
          "%@ or a name such as C3, at least %d above the lowest note", span(NoteRange.limits),
          NoteRange.minimumSpan)),
      unit: .midiNote, preview: .rangeEnds,
      name: localized(context: "name of a setting", "Highest note"),
      meaning: localized("The highest reference note.")),
    SettingRow(
      "strategy", .task, \.strategy, .word,
      name: localized(context: "name of a setting", "Next comparison"), words: ValueWords.strategy,
      meaning: localized(
        """
        How Peach chooses the next comparison: from what it knows of your hearing, so that you get \
        about 85 in 100 right (adaptive), or harder after each right answer and easier after each \
        wrong one, so that you get about 60 in 100 right (kazez).
        """),
      comment: """
        How Peach chooses the next comparison: "adaptive" (from what it knows of your hearing, so
        that you get about 85 in 100 right, often on the notes that need it most, with a few easy
        ones in between) or "kazez" (harder after each right answer, easier after each wrong one, so
        that you get about 60 in 100 right).
        """),
    SettingRow(
      "soundSource", .sound, \.soundSource,
      .text(
        soundSource, { $0.description }, words: BuiltInSound.allCases.map(\.source.description),
        allowed: localized(
          """
          sf2:BANK:PROGRAM or FONT:BANK:PROGRAM (bank 0…16383, program 0…127); in commands also \
          numbers or a name, such as cello
          """)),
      preview: .notes,
      name: localized(context: "name of a setting", "Sound"),
      meaning: localized("The sound to train with."),
      detail: localized("Built in: %@.", builtInSounds),
      comment: """
        The sound to train with, as "sf2:BANK:PROGRAM", or "FONT:BANK:PROGRAM" for the font of that
        name; bank 0…16383, program 0…127. The built-in sounds, exactly in tune: 8:80 a sine (the
        default), 8:81 a triangle, 8:82 a reed, 8:0 a piano, 8:11 a vibraphone, 8:16 an organ,
        8:24 a guitar, 8:40 a violin, 8:42 a cello, 8:52 a voice, 8:56 a trumpet, 8:68 an oboe,
        8:71 a clarinet, 8:73 a flute.
        `peach sounds list` shows all sounds. If the font is not found, Peach plays the sine and
        tells you.
        """),
    SettingRow(
      "noteDuration", .sound, \.noteDuration,
      .decimal(
        NoteDuration.range, step: 0.1, { NoteDuration(seconds: $0) }, { $0.seconds }),
      unit: .seconds, preview: .notes,
      name: localized(context: "name of a setting", "Length of notes"),
      meaning: localized("How long each note sounds."),
      comment: """
        How long the notes of a comparison and the reference note of matching sound, in
        seconds: 0.3…3.0. Shorter is harder.
        """),
    SettingRow(
      "noteGap", .sound, \.noteGap, .decimal(SettingValues.noteGaps, step: 0.05),
      unit: .seconds, preview: .notes,
      name: localized(context: "name of a setting", "Note gap"),
      meaning: localized("The silence between the two notes of a trial."),
      comment: """
        The silence between the two notes of a comparison, and between the reference note and the
        note to tune, in seconds: 0…2. In purity training, it is at least 0.25.
        """),
    SettingRow(
      "varyLoudness", .sound, \.varyLoudness,
      .decimal(UnitInterval.range, step: 0.1, { UnitInterval($0) }, { $0.rawValue }),
      preview: .loudness,
      name: localized(context: "name of a setting", "Vary loudness"), words: ValueWords.roving,
      meaning: localized(
        "How much the loudness of the second note varies; 1 means by up to ±5 dB."),
      comment: """
        How much the loudness of the second note varies, so that loudness does not give the answer
        away: 0 (not at all) … 1 (by up to 5 dB either way).
        """),
    SettingRow(
      "correctIntonation", .sound, \.correctIntonation, .truth, preview: .range,
      name: localized(context: "name of a setting", "Correct tuning"),
      meaning: localized("Whether Peach corrects the notes of a sound that is out of tune."),
      comment: """
        Whether Peach corrects the notes of a sound that is out of tune: true or false. Peach
        measures a sound the first time it is used, or when you run `peach sounds check`.
        """),
    SettingRow(
      "evenLoudness", .sound, \.evenLoudness, .truth, preview: .range,
      name: localized(context: "name of a setting", "Even loudness"),
      meaning: localized(
        "Whether Peach plays the notes of all sounds equally loud, with a gain of up to 18 dB."),
      comment: """
        Whether Peach plays the notes of all sounds equally loud, with a gain of up to 18 dB, so that
        loudness does not give the answer away: true or false.
        """),
    SettingRow(
      "reStrike", .sound, \.reStrike, .truth,
      name: localized(context: "name of a setting", "Strike again"),
      meaning: localized(
        "Whether Peach strikes a held note again when it has died away."),
      comment: """
        Whether Peach strikes a held note again when it has died away, such as that of a piano, a
        guitar or a vibraphone while you tune it: true or false. The pitch stays the same.
        """),
    SettingRow(
      "soundFonts", .sound, \.soundFonts,
      .list(
        kind: .paths, { SoundFontPath($0) }, { $0.text },
        allowed: localized(
          """
          files and folders; relative paths start at the folder of config.toml. In the option, \
          separate them with colons; there they start at the working directory
          """)
      ).anchored { paths, folder in paths.map { $0.anchored(in: folder) } },
      name: localized(context: "name of a setting", "Font folders"), words: ValueWords.folders,
      meaning: localized("SoundFonts, and folders that Peach searches first for them."),
      comment: """
        SoundFonts (SF2, SF3), and folders that Peach searches for them before SF2_PATH,
        DEFAULT_SOUNDFONT and the usual folders. A relative path starts at the folder of this file;
        a leading ~/ is the home directory. `peach sounds path` shows every place and what Peach
        found there.
        """),
    SettingRow(
      "tuningSystem", .tuning, \.tuning,
      .text(
        { TuningChoice($0) }, { $0.text }, words: TuningSystem.builtIn.map(\.identifier),
        allowed: localized(
          """
          %@, a Scala file (FILE.scl, FILE.ascl), or scala:NAME for NAME.scl in the folder scales \
          next to config.toml
          """, TuningSystem.builtIn.map(\.identifier).joined(separator: ", "))
      ).anchored { $0.anchored(in: $1) },
      preview: .intervals,
      name: localized(context: "name of a setting", "Tuning"), words: ValueWords.tuning,
      meaning: localized("The tuning that determines the size of the intervals."),
      comment: """
        The tuning that determines the size of the intervals: "equal" (temperament), "just"
        (intonation), "pythagorean", "meantone" (quarter-comma), or a scale of your own in a Scala
        file: "scala:NAME" is NAME.scl in the folder scales next to this file, "FOLDER/FILE.scl" is
        any other. A relative path starts at the folder of this file. Each interval then has the
        size of the nearest degree of the scale, which Peach shows when training starts; if no
        degree is nearer than a semitone, Peach refuses the interval.
        """),
    SettingRow(
      "referencePitch", .tuning, \.referencePitch,
      .frequency(SettingValues.referencePitches),
      unit: .hertz, preview: .notes,
      name: localized(context: "name of a setting", "A4"),
      meaning: localized("The frequency of A4."),
      comment: """
        The frequency of A4 in hertz: 380…500.
        """),
  ]

  /// The connections of the audio ports, and the level.
  private static let audio: [SettingRow] = [
    SettingRow(
      "connect", .output, \.connect,
      .text(
        { OutputChoice($0) }, { $0.text }, words: [OutputChoice.off, .physical].map(\.text),
        allowed: localized(
          """
          off, physical (the first two outputs of the machine, unless NSM_URL or LADISH_APP_NAME is \
          set), or a client's name or a regular expression for the names of ports, of at most %d \
          bytes, %d groups inside one another and %d signs with repetitions written out, without \
          back references
          """, PortExpression.mostBytes, PortExpression.deepest, PortExpression.mostSigns)),
      name: localized(context: "name of a setting", "Output"), words: ValueWords.output,
      meaning: localized("What Peach connects its outputs to."),
      comment: """
        The ports to which Peach connects its outputs, also if they appear later: "physical" (the
        first two outputs of the computer), "off", the name of a client, or a regular expression for
        the names of audio inputs, such as "ardour:headphones" (the first two that match). If you
        disconnect a port, it stays disconnected until the next start. If NSM_URL or LADISH_APP_NAME
        is set, a session manager makes the connections, and only the option --connect applies. A
        change applies from the next start on; one on the page Output of the settings screen at once.
        """),
    SettingRow(
      "outputLevel", .output, \.outputLevel,
      .decimal(
        SettingValues.outputLevels, step: 1, { AmplitudeDB($0) }, { $0.decibels }),
      unit: .decibels, preview: .notes,
      name: localized(context: "name of a setting", "Level"),
      meaning: localized("The level of everything that sounds."),
      comment: """
        The level of everything that sounds, in dB: -60…0. While you train, + and - change it until
        Peach ends.
        """),
    SettingRow(
      "connectInput", .output, \.connectInput,
      .text(
        { OutputChoice($0) }, { $0.text }, words: [OutputChoice.off, .physical].map(\.text),
        allowed: localized(
          """
          off, physical (the first input of the machine, unless NSM_URL or LADISH_APP_NAME is set), \
          or a client's name or a regular expression for the names of ports, of at most %d bytes, \
          %d groups inside one another and %d signs with repetitions written out, without back \
          references
          """, PortExpression.mostBytes, PortExpression.deepest, PortExpression.mostSigns)),
      name: localized(context: "name of a setting", "Input"), words: ValueWords.input,
      meaning: localized("What Peach connects its audio input in_1 to, when it listens."),
      comment: """
        The port to which Peach connects its audio input in_1 when it listens to you, also if it
        appears later: "physical" (the first input of the computer), "off", the name of a client, or
        a regular expression for the names of audio outputs, such as "system:capture_2" (the first
        that matches). If you disconnect it, it stays disconnected until the next start. If NSM_URL
        or LADISH_APP_NAME is set, a session manager makes the connections, and only the option
        --connect-input applies. A change applies from the next start on; one on the page of the key o
        at once.
        """),
    SettingRow(
      "keepInput", .output, \.keepInput, .truth,
      name: localized(context: "name of a setting", "Input stays"),
      meaning: localized(
        "Whether Peach always has its audio input in_1, and not only while it listens."),
      comment: """
        Whether Peach always has its audio input in_1, and not only while it listens: true or false.
        With true, a session or a patchbay can connect it before. What comes in is read only while
        Peach listens. Applies from the next start on.
        """),
    SettingRow(
      "inputDelay", .output, \.inputDelay,
      .text(
        { InputDelay($0) }, { $0.description }, words: ["none"], isNumberAllowed: true,
        allowed: localized(
          "none, or a number of milliseconds (%@)",
          span(Int(InputDelay.range.lowerBound)...Int(InputDelay.range.upperBound)))),
      name: localized(context: "name of a setting", "Input delay"), words: ValueWords.inputDelay,
      meaning: localized(
        """
        How many milliseconds sound takes from the outputs to your ears and from your instrument into \
        in_1, as peach play --calibrate measures it; only response times use it.
        """),
      comment: """
        How many milliseconds sound takes from the outputs to your ears and from your instrument into
        in_1: "none", or 0…1000. "peach play --calibrate" measures it and writes it here. It is taken
        off the response times of played notes, and nothing else.
        """),
    SettingRow(
      "trigger", .output, \.trigger, .truth,
      name: localized(context: "name of a setting", "Trigger"),
      meaning: localized(
        "Whether Peach has an output trigger_out that marks where the notes of trials begin."),
      comment: """
        Whether Peach has an audio output trigger_out with one cycle of 1 kHz from the very frame in
        which each note of a trial begins, for what records beside it, such as an EEG: true or false.
        The output level does not change it. Applies from the next start on.
        """),
  ]

  /// The notes beside the one that is judged or tuned.
  private static let voicing: [SettingRow] = [
    SettingRow(
      "presentation", .task, \.presentation, .word, preview: .intervals,
      name: localized(context: "name of a setting", "Two notes"), words: ValueWords.presentation,
      meaning: localized(
        "Whether the second note follows the first (melodic) or joins it (harmonic)."),
      comment: """
        How the notes of a comparison and of matching sound: "melodic" (the second follows the
        first) or "harmonic" (the first goes on while the second sounds, so that beats can be
        heard). Each way has a part of the profile of its own. In purity training notes always
        sound together.
        """),
    SettingRow(
      "accompaniment", .task, \.accompaniment,
      .intervals(
        most: Voicing.mostVoices,
        allowed: localized(
          "%@ of %@", NumberText.span("1", "\(Voicing.mostVoices)"),
          DirectedInterval.all.map(\.description).joined(separator: " "))),
      preview: .intervals,
      name: localized(context: "name of a setting", "Accompaniment"),
      words: ValueWords.accompaniment,
      meaning: localized(
        "The notes that sound from the beginning; P1,P5 with the interval M3 is a major triad."),
      comment: """
        The notes that sound from the beginning, measured from the reference note in the tuning of
        the session: one to four of P1 m2 M2 m3 M3 P4 TT P5 m6 M6 m7 M7 P8, down with a hyphen.
        ["P1"] is the reference note alone; ["P1", "P5"] with the interval M3 is a major triad whose
        third is judged or tuned; ["P5"] is the same without its root.
        """),
    SettingRow(
      "accompanimentLevel", .task, \.accompanimentLevel,
      .decimal(Voicing.levels, step: 1, { AmplitudeDB($0) }, { $0.decibels }),
      unit: .decibels, preview: .intervals,
      name: localized(context: "name of a setting", "Its level"),
      meaning: localized(
        "How loud each note of the accompaniment is against the note that joins it."),
      comment: """
        The level of each note of the accompaniment against the note that joins it, in dB: -24…0. A
        chord as a whole is made so much softer that it never distorts.
        """),
    SettingRow(
      "referenceNote", .task, \.referenceNote,
      .text(
        { ReferenceNote($0) }, { $0.description }, words: ["any"], isNumberAllowed: true,
        node: { .string(TypedMusic.spelling(ofNote: $0)) },
        allowed: localized(
          "any, the name of a note such as C3 or F#3, or its MIDI number (%@)",
          span(NoteRange.limits))),
      preview: .notes,
      name: localized(context: "name of a setting", "Reference note"),
      words: ValueWords.referenceNote,
      meaning: localized("The only reference note, so that the tonic stays and intervals change."),
      comment: """
        The reference note: "any" of the range, or always the same, so that the tonic stays and the
        intervals change: its name ("C3", where C4 is middle C) or its MIDI number, 21…108.
        """),
    SettingRow(
      "drone", .task, \.drone, .truth,
      name: localized(context: "name of a setting", "Drone"),
      meaning: localized(
        """
        Whether the accompaniment sounds through the whole session; this needs notes that sound \
        together and one reference note.
        """),
      comment: """
        Whether the accompaniment sounds through the whole session, from its start on, also between
        trials and in a pause, and only the note that joins it comes and goes: true or false. It
        needs notes that sound together (presentation "harmonic", or purity training) and a
        referenceNote.
        """),
  ]

  /// The steps after an answer, and the length of a session.
  private static let flow: [SettingRow] = [
    SettingRow(
      "afterWrongAnswer", .feedback, \.afterWrongAnswer, .word,
      name: localized(context: "name of a setting", "After an error"),
      words: ValueWords.afterWrongAnswer,
      meaning: localized(
        "What follows a wrong answer: the notes once more with the true one, or the next trial."),
      comment: """
        What follows a wrong answer, or a note that you tuned worse than you usually do: "replay"
        (the notes once more, with the true one) or "next" (the next trial). If nothing is set, a
        pipe, --json, and --plain on a terminal use "next".
        """),
    SettingRow(
      "feedbackTime", .feedback, \.feedbackTime,
      .decimal(SettingValues.feedbackTimes, step: 0.1), unit: .seconds,
      name: localized(context: "name of a setting", "Verdict"),
      meaning: localized("How long a verdict stands before the next trial or the replay."),
      comment: """
        How many seconds a verdict stands before the next trial or the replay: 0.4…5. After a note that you
        play, they begin when your note has ended.
        """),
    SettingRow(
      "nextTrial", .feedback, \.nextTrial, .word,
      name: localized(context: "name of a setting", "Next trial"), words: ValueWords.nextTrial,
      meaning: localized("Whether the next trial begins by itself or when you press a key."),
      comment: """
        Whether the next trial begins by itself ("auto") or when you press Enter ("key"; in a pipe:
        start). If nothing is set, --plain on a terminal uses "key".
        """),
    SettingRow(
      "sessionTrials", .task, \.sessionTrials, .wholeNumber(SettingValues.sessionLengths),
      name: localized(context: "name of a setting", "Session"), words: ValueWords.trials,
      meaning: localized(
        """
        How many comparisons or purity questions a session has, and half as many notes to tune \
        or play; 0 means no end.
        """),
      comment: """
        How many comparisons or purity questions a session has; a session of matching or playing has
        half as many notes: 0…1000, where 0 means that it never ends by itself. The option --trials
        overrides it. If nothing is set, a pipe and --json use 0.
        """),
    SettingRow(
      "breakMinutes", .feedback, \.breakMinutes, .wholeNumber(SettingValues.breakLimits),
      unit: .minutes,
      name: localized(context: "name of a setting", "Break after"), words: ValueWords.minutes,
      meaning: localized("After how much training Peach suggests a break; 0 means never."),
      comment: """
        After how many minutes of training without a rest of three minutes Peach suggests a break at
        the end of a session: 0…240, where 0 means never. Nothing interrupts a session.
        """),
    SettingRow(
      "wrongAnswerSignal", .feedback, \.wrongAnswerSignal, .word, preview: .bell,
      name: localized(context: "name of a setting", "Signal"), words: ValueWords.signal,
      meaning: localized(
        "How Peach signals a wrong answer in comparison training, in addition to the text."),
      comment: """
        How Peach signals a wrong answer in comparison training, in addition to the text: "none", or
        "bell" (the bell of the terminal).
        """),
    SettingRow(
      "livePitch", .feedback, \.livePitch, .word,
      name: localized(context: "name of a setting", "Live pitch"),
      words: ValueWords.livePitch,
      meaning: localized("Whether playing training shows your pitch while it sounds."),
      comment: """
        Whether peach play shows on the screen how far your note is from the true one while it sounds:
        "off", "on" or "fading" (in the first quarter of a session, in two of three notes of the next
        one, in one of three of the third, and then no more, so that the ear takes over).
        """),
    SettingRow(
      "discardOnXrun", .more, \.discardOnXrun, .truth,
      name: localized(context: "name of a setting", "Repeat on xrun"),
      meaning: localized(
        "Whether a trial in which the sound breaks off is void and asked again."),
      comment: """
        Whether a trial is void and asked again if the sound breaks off (an xrun) before it is answered: true
        or false. It happens once for each trial at most, and no more after three times in ten trials. If
        nothing is set, it happens on a terminal, and not in a pipe or with --json.
        """),
  ]

  /// The settings of a day's plan.
  private static let day: [SettingRow] = [
    SettingRow(
      "player", .more, \.coach.player, .word,
      name: localized(context: "name of a setting", "You play"), words: ValueWords.player,
      meaning: localized(
        "What you play. It decides the order of the intervals in a day's training."),
      comment: """
        What you play: "voice", "strings", "wind", "fretted", "keys", "choir" or "listener" (nothing;
        you listen). It decides the order of the intervals in a day's training (`peach today`), and
        the sound that it has now and then.
        """),
    SettingRow(
      "dailyMinutes", .more, \.coach.minutes, .wholeNumber(3...60), unit: .minutes,
      name: localized(context: "name of a setting", "A day's time"),
      meaning: localized("How many minutes a day's training takes."),
      comment: """
        How many minutes a day's training (`peach today`) takes: 3…60.
        """),
    goal(
      "goalUnison", \.coach.goalUnison,
      name: localized(context: "name of a setting", "Goal: unison"),
      meaning: localized("The threshold at which the comparison of unisons is done for now."),
      comment: """
        The goals of a day's training, in cents: 0.5…100. A skill whose figure is surely below its
        goal is done for now, and met again from time to time: goalUnison is for comparisons of
        unisons, goalInterval for comparisons and purity of intervals, goalMatching for the spread of
        what you tune, and goalPlaying for the spread of what you play.
        """),
    goal(
      "goalInterval", \.coach.goalInterval,
      name: localized(context: "name of a setting", "Goal: interval"),
      meaning: localized("The threshold at which comparison and purity of an interval are done.")),
    goal(
      "goalMatching", \.coach.goalMatching,
      name: localized(context: "name of a setting", "Goal: tuning"),
      meaning: localized("The spread at which matching is done for now.")),
    goal(
      "goalPlaying", \.coach.goalPlaying,
      name: localized(context: "name of a setting", "Goal: playing"),
      meaning: localized("The spread at which playing is done for now.")),
  ]

  private static func goal(
    _ key: SettingKey, _ path: WritableKeyPath<SettingValues, Double> & Sendable,
    name: @autoclosure @escaping @Sendable () -> String,
    meaning: @autoclosure @escaping @Sendable () -> String, comment: String = ""
  ) -> SettingRow {
    SettingRow(
      key, .more, path, .decimal(0.5...100, step: 0.5), unit: .cents, name: name(),
      meaning: meaning(), comment: comment)
  }

  private static let remote: [SettingRow] = [
    SettingRow(
      "osc", .more, \.osc,
      .text(
        // A port alone is a number.
        { OSCListening($0) }, { $0.text }, isNumberAllowed: true,
        allowed: localized(
          """
          off, PORT (0…65535, where 0 is any free port; only programs on this computer can reach \
          it), ADDRESS:PORT
          """)),
      name: localized(context: "name of a setting", "OSC"), words: ValueWords.osc,
      meaning: localized(
        "The address at which Peach receives Open Sound Control. Read once, at the start."),
      comment: """
        The address at which Peach receives Open Sound Control (UDP), from its start on: "off", a
        port ("9000", which only programs on this computer can reach; "0" is any free port), or an
        address of this computer and a port ("192.168.1.20:9000", "[::1]:9000", "0.0.0.0:9000" for
        all addresses). Everybody who can reach the address can train, and nothing else.
        """),
    SettingRow(
      "sessionTraining", .more, \.sessionTraining, .word(among: TrainingName.posed),
      name: localized(context: "name of a setting", "In a session"), words: ValueWords.training,
      meaning: localized(
        "The training for a session manager that starts Peach without a terminal."),
      comment: """
        The training if a session manager (NSM, RaySession) starts Peach without a terminal:
        "comparison", "matching", "purity", "playing" or "listening".
        """),
  ]

  @Sendable private static func soundSource(_ text: String) -> SoundSourceID? {
    let isPrintable = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isPrintable ? SoundSourceID(text) : nil
  }

  /// A list such as `8:80 sine, 8:81 triangle`.
  private static var builtInSounds: String {
    BuiltInSound.allCases.map { "\(BuiltInSound.bank):\($0.rawValue) \($0.name)" }
      .joined(separator: ", ")
  }
}

/// The settings file that comes with Peach, with every setting and its default, commented out.
public enum DefaultFile {
  // as it is: the file is English, like its keys
  private static let introduction = """
    The settings of Peach, each with its default.

    Peach reads $XDG_CONFIG_HOME/peach/config.toml, usually ~/.config/peach/config.toml. To start
    from this file, copy it there; or use `peach settings set KEY VALUE`, which writes the file.
    To change a setting by hand, remove the # in front of it. A change applies from the next trial
    on, also while you train. Every setting is also an option of `peach compare`, `peach match`,
    `peach purity` and `peach play`, for one run:
    --note-duration 0.3
    """

  /// The whole file, `config/peach.toml`.
  public static var text: String {
    let settings = SettingTable.rows.map { row in
      let assignment = "# \(row.key.name) = \(row.key.defaultValue.toml)\n"
      return row.comment.isEmpty ? assignment : "\n" + comment(row.comment, blank: "") + assignment
    }
    return comment(introduction, blank: "#") + settings.joined()
  }

  private static func comment(_ text: String, blank: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { ($0.isEmpty ? blank : "# \($0)") + "\n" }.joined()
  }
}
