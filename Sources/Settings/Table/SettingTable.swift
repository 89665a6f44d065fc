import Language
import Music
import Training

/// All settings, in the order in which they are listed. The settings file and its editing, the list
/// and its JSON, the settings screen, help, the manual page and the default file derive from these
/// rows.
///
/// A new setting needs a row here, a default in ``SettingValues``, and an option of the command
/// line.
public enum SettingTable {
  public static let rows = training + audio + voicing + flow + day + controls + lights + remote

  static func row(named name: String) -> SettingRow? { rowsByName[name] }

  /// The names of the settings that a controller's map may have, too: a map names no other one.
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

  /// `8:80 sine` and the others.
  private static var builtInSounds: String {
    BuiltInSound.allCases.map { "\(BuiltInSound.bank):\($0.rawValue) \($0.name)" }
      .joined(separator: ", ")
  }
}
