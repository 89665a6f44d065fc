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
  public static let rows = training + controls + remote

  static func row(named name: String) -> SettingRow? { rowsByName[name] }

  private static let rowsByName = Dictionary(uniqueKeysWithValues: rows.map { ($0.key.name, $0) })

  private static let training: [SettingRow] = [
    SettingRow(
      "noteRangeMin", .training, \.lowestNote,
      .wholeNumber(
        NoteRange.limits,
        allowed: localized(
          "%@, at least %d below noteRangeMax", span(NoteRange.limits), NoteRange.minimumSpan)),
      unit: .midiNote, preview: .lowestNote,
      meaning: localized("The lowest reference note, a MIDI note number (60 is middle C)."),
      comment: """
        The notes from which a training draws its reference notes, as MIDI note numbers: 60 is middle C,
        69 is A4. Whole numbers, 21…108 (a piano's keyboard), at least 12 apart.
        """),
    SettingRow(
      "noteRangeMax", .training, \.highestNote,
      .wholeNumber(
        NoteRange.limits,
        allowed: localized(
          "%@, at least %d above noteRangeMin", span(NoteRange.limits), NoteRange.minimumSpan)),
      unit: .midiNote, preview: .highestNote,
      meaning: localized("The highest reference note, a MIDI note number (60 is middle C).")),
    SettingRow(
      "noteDuration", .training, \.noteDuration,
      .decimal(
        NoteDuration.range, step: 0.1, { NoteDuration(seconds: $0) }, { $0.seconds }),
      unit: .seconds, preview: .note,
      meaning: localized("How long a comparison's notes and a reference note sound, in seconds."),
      comment: """
        How long each note of a comparison and the reference note of a matching sounds, in seconds:
        0.3…3.0. Shorter is harder.
        """),
    SettingRow(
      "referencePitch", .training, \.referencePitch,
      .decimal(
        SettingValues.referencePitches, step: 1, { Frequency(hertz: $0) }, { $0.hertz }),
      unit: .hertz, preview: .note, meaning: localized("The frequency of A4 in hertz."),
      comment: """
        The frequency of A4 in hertz: 380…500.
        """),
    SettingRow(
      "soundSource", .training, \.soundSource,
      .text(
        soundSource, { $0.description }, words: BuiltInSound.allCases.map(\.source.description),
        allowed: localized(
          """
          sf2:BANK:PROGRAM or FONT:BANK:PROGRAM (bank 0…16383, program 0…127); where it is typed also \
          numbers or a name, such as cello
          """)),
      preview: .note,
      meaning: localized("The preset that sounds. Built in: %@.", builtInSounds),
      comment: """
        The preset that sounds, as "sf2:BANK:PROGRAM", or "FONT:BANK:PROGRAM" for the font of that name;
        bank 0…16383, program 0…127. The built-in sounds, exactly in tune: 8:80 a sine (the default),
        8:81 a triangle, 8:82 a reed, 8:11 a vibraphone, 8:16 an organ, 8:24 a guitar, 8:40 a violin, 8:52 a
        voice, 8:56 a trumpet, 8:68 an oboe, 8:71 a clarinet, 8:73 a flute. `peach sounds list` shows those that
        there are; a font that is not found is replaced by the sine, and you are told.
        """),
    SettingRow(
      "soundFonts", .training, \.soundFonts,
      .list(
        kind: .paths, { SoundFontPath($0) }, { $0.text },
        allowed: localized(
          """
          files and folders; relative ones count from config.toml's folder, as options from the working \
          directory, where colons stand between them
          """)
      ).anchored { paths, folder in paths.map { $0.anchored(in: folder) } },
      meaning: localized("SoundFonts, and folders in which they are looked for first."),
      comment: """
        SoundFonts (SF2, SF3), and folders in which they are looked for, before SF2_PATH, DEFAULT_SOUNDFONT and
        the usual folders; a relative path counts from this file's folder, a leading ~/ is the home directory.
        `peach sounds path` shows every place and what came of it.
        """),
    SettingRow(
      "correctIntonation", .training, \.correctIntonation, .truth, preview: .range,
      meaning: localized("Whether the notes of a sound that is out of tune are corrected."),
      comment: """
        Whether the notes of a sound that is out of tune are corrected, so that what was asked for is what
        sounds: true or false. A sound is measured the first time it is used, or by `peach sounds check`.
        """),
    SettingRow(
      "evenLoudness", .training, \.evenLoudness, .truth, preview: .range,
      meaning: localized(
        "Whether the notes of an uneven sound are made equally loud, by up to 6 dB."),
      comment: """
        Whether the notes of an uneven sound are made equally loud, by up to 6 dB, so that loudness is no cue:
        true or false.
        """),
    SettingRow(
      "connect", .training, \.connect,
      .text(
        { OutputChoice($0) }, { $0.text }, words: [OutputChoice.off, .physical].map(\.text),
        allowed: localized(
          """
          off, physical (the first two outputs of the machine, unless NSM_URL or LADISH_APP_NAME is \
          set), or a client's name or a regular expression for the names of ports, of at most %d \
          bytes, %d groups inside one another and %d signs with repetitions written out, without \
          back references
          """, PortExpression.mostBytes, PortExpression.deepest, PortExpression.mostSigns)),
      meaning: localized("With what Peach connects its outputs by itself."),
      comment: """
        With what Peach connects its outputs by itself, now and when it comes: "physical" (the first two outputs
        of the machine), "off", or a client's name or a regular expression for the names of audio inputs, such as
        "ardour:headphones" (the first two that fit). What you disconnect stays so until the next start. Where
        NSM_URL or LADISH_APP_NAME is set, a session manager does the wiring, and nothing holds but the option
        --connect. It counts from the next start on.
        """),
    SettingRow(
      "varyLoudness", .training, \.varyLoudness,
      .decimal(UnitInterval.range, step: 0.1, { UnitInterval($0) }, { $0.rawValue }),
      preview: .loudness,
      meaning: localized("How much the second note's loudness varies, by up to ±5 dB at 1."),
      comment: """
        How much the second note's loudness varies, so that loudness is no cue: 0 (never) … 1 (by up to
        5 dB either way).
        """),
    SettingRow(
      "intervals", .training, \.intervals,
      .list(
        { DirectedInterval($0) }, { $0.description },
        words: DirectedInterval.all.map(\.description), mayBeEmpty: false,
        allowed: localized(
          "one or more of %@", DirectedInterval.all.map(\.description).joined(separator: " "))),
      preview: .intervals,
      meaning: localized("The intervals in rotation; P5 is a fifth up, P5- a fifth down."),
      comment: """
        The intervals in rotation, one or more of P1 m2 M2 m3 M3 P4 TT P5 m6 M6 m7 M7 P8; with a hyphen
        behind it an interval leads down: ["M3", "P5", "P5-"]. P1 alone is unison training. Where nothing is
        set, interval training takes ["P5"].
        """),
    SettingRow(
      "tuningSystem", .training, \.tuning,
      .text(
        { TuningChoice($0) }, { $0.text }, words: TuningSystem.builtIn.map(\.identifier),
        allowed: localized(
          """
          %@, a Scala file (FILE.scl), or \
          scala:NAME for NAME.scl in the folder scales beside config.toml
          """, TuningSystem.builtIn.map(\.identifier).joined(separator: ", "))
      ).anchored { $0.anchored(in: $1) },
      preview: .intervals, meaning: localized("The tuning in which intervals are sized."),
      comment: """
        The tuning in which intervals are sized: "equal" (temperament), "just" (intonation), "pythagorean",
        "meantone" (quarter-comma), or a scale of your own in a Scala file: "scala:NAME" is NAME.scl in the
        folder scales beside this file, "FOLDER/FILE.scl" any other; a relative path counts from this file's
        folder. Each interval then has the size of the scale's nearest degree, which Peach shows when training
        starts; an interval to which no degree is nearer than a semitone is refused.
        """),
    SettingRow(
      "strategy", .training, \.strategy, .word,
      meaning: localized(
        "How the next comparison is chosen: by a staircase, or by what is believed of you."),
      comment: """
        How the next comparison is chosen: "kazez" (a staircase: easier after a wrong answer, harder after a
        right one) or "adaptive" (what four of five answers would tell right by what Peach believes of your
        thresholds, often on the notes that need it most).
        """),
    SettingRow(
      "wrongAnswerSignal", .training, \.wrongAnswerSignal, .word, preview: .bell,
      meaning: localized("What tells a wrong answer in comparison training besides the words."),
      comment: """
        What tells a wrong answer in comparison training besides the words: "none", or "bell", the
        terminal's.
        """),
    SettingRow(
      "controller", .training, \.controller,
      .text(
        { ControllerName($0) }, { $0.text },
        allowed: localized(
          """
          the name of a map, which is NAME.toml in the folder controllers beside config.toml or among \
          those that come with Peach; empty for none
          """)),
      preview: .slider,
      meaning: localized("The MIDI controller whose map holds, where nothing else is set."),
      comment: """
        MIDI: which controls tune and answer. Whatever is connected to Peach's port midi_in is listened to.
        `peach midi learn` finds out what your controller sends and writes it here; `peach midi monitor`
        shows what arrives and what Peach makes of it.

        The map of your controller, such as "akai-lpd8": NAME.toml in the folder controllers beside this
        file, or else among those that come with Peach. What is set here wins over the map. Empty for none.
        """),
  ]

  private static let remote: [SettingRow] = [
    SettingRow(
      "osc", .remote, \.osc,
      .text(
        // A port alone is a number.
        { OSCListening($0) }, { $0.text }, isNumberAllowed: true,
        allowed: localized(
          """
          off, PORT (0…65535, where 0 is any that is free; reached from this machine alone), \
          ADDRESS:PORT
          """)),
      meaning: localized("Where Peach listens for Open Sound Control, from its start on."),
      comment: """
        Where Peach listens for Open Sound Control (UDP), from its start on: "off", a port ("9000", reached from
        this machine alone; "0" is any that is free), or an address of this machine and a port
        ("192.168.1.20:9000", "[::1]:9000", "0.0.0.0:9000" for all). Whoever reaches it can train, and nothing
        else.
        """),
    SettingRow(
      "sessionTraining", .remote, \.sessionTraining, .word,
      meaning: localized(
        "What is trained where a session manager starts Peach without a terminal."),
      comment: """
        What is trained where a session manager (NSM, RaySession) has started Peach without a terminal:
        "comparison" or "matching".
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

/// The settings file that comes with Peach: every setting, commented out, with its default.
public enum DefaultFile {
  // as it is: the file is English, like its keys
  private static let introduction = """
    The settings of Peach, each with its default.

    Peach reads $XDG_CONFIG_HOME/peach/config.toml, usually ~/.config/peach/config.toml. To start from
    this file, copy it there; or let `peach settings set KEY VALUE` do the writing. Remove the # in
    front of a setting to change it. A change counts from the next challenge on, also while you train.
    Every setting is an option of `peach compare` and `peach match`, too, for one run:
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
