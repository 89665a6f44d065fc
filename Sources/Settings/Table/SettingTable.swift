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
      meaning: localized("The lowest reference note, as a MIDI note number (60 is middle C)."),
      comment: """
        The lowest and the highest reference note, as MIDI note numbers: 60 is middle C, 69 is A4.
        Whole numbers, 21…108 (the keyboard of a piano), at least 12 apart.
        """),
    SettingRow(
      "noteRangeMax", .training, \.highestNote,
      .wholeNumber(
        NoteRange.limits,
        allowed: localized(
          "%@, at least %d above noteRangeMin", span(NoteRange.limits), NoteRange.minimumSpan)),
      unit: .midiNote, preview: .highestNote,
      meaning: localized("The highest reference note, as a MIDI note number (60 is middle C).")),
    SettingRow(
      "noteDuration", .training, \.noteDuration,
      .decimal(
        NoteDuration.range, step: 0.1, { NoteDuration(seconds: $0) }, { $0.seconds }),
      unit: .seconds, preview: .note,
      meaning: localized(
        "How long the notes of a comparison and the reference note sound, in seconds."),
      comment: """
        How long the notes of a comparison and the reference note of pitch matching sound, in
        seconds: 0.3…3.0. Shorter is harder.
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
          sf2:BANK:PROGRAM or FONT:BANK:PROGRAM (bank 0…16383, program 0…127); in commands also \
          numbers or a name, such as cello
          """)),
      preview: .note,
      meaning: localized("The sound to train with. Built in: %@.", builtInSounds),
      comment: """
        The sound to train with, as "sf2:BANK:PROGRAM", or "FONT:BANK:PROGRAM" for the font of that
        name; bank 0…16383, program 0…127. The built-in sounds, exactly in tune: 8:80 a sine (the
        default), 8:81 a triangle, 8:82 a reed, 8:11 a vibraphone, 8:16 an organ, 8:24 a guitar,
        8:40 a violin, 8:52 a voice, 8:56 a trumpet, 8:68 an oboe, 8:71 a clarinet, 8:73 a flute.
        `peach sounds list` shows all sounds. If the font is not found, Peach plays the sine and
        tells you.
        """),
    SettingRow(
      "soundFonts", .training, \.soundFonts,
      .list(
        kind: .paths, { SoundFontPath($0) }, { $0.text },
        allowed: localized(
          """
          files and folders; relative paths start at the folder of config.toml. In the option, \
          separate them with colons; there they start at the working directory
          """)
      ).anchored { paths, folder in paths.map { $0.anchored(in: folder) } },
      meaning: localized("SoundFonts, and folders that Peach searches first for them."),
      comment: """
        SoundFonts (SF2, SF3), and folders that Peach searches for them before SF2_PATH,
        DEFAULT_SOUNDFONT and the usual folders. A relative path starts at the folder of this file;
        a leading ~/ is the home directory. `peach sounds path` shows every place and what Peach
        found there.
        """),
    SettingRow(
      "correctIntonation", .training, \.correctIntonation, .truth, preview: .range,
      meaning: localized("Whether Peach corrects the notes of a sound that is out of tune."),
      comment: """
        Whether Peach corrects the notes of a sound that is out of tune: true or false. Peach
        measures a sound the first time it is used, or when you run `peach sounds check`.
        """),
    SettingRow(
      "evenLoudness", .training, \.evenLoudness, .truth, preview: .range,
      meaning: localized(
        "Whether Peach makes the notes of an uneven sound equally loud, by up to 6 dB."),
      comment: """
        Whether Peach makes the notes of an uneven sound equally loud, by up to 6 dB, so that
        loudness does not give the answer away: true or false.
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
        The ports to which Peach connects its outputs, also if they appear later: "physical" (the
        first two outputs of the computer), "off", the name of a client, or a regular expression for
        the names of audio inputs, such as "ardour:headphones" (the first two that match). If you
        disconnect a port, it stays disconnected until the next start. If NSM_URL or LADISH_APP_NAME
        is set, a session manager makes the connections, and only the option --connect applies. A
        change applies from the next start on.
        """),
    SettingRow(
      "varyLoudness", .training, \.varyLoudness,
      .decimal(UnitInterval.range, step: 0.1, { UnitInterval($0) }, { $0.rawValue }),
      preview: .loudness,
      meaning: localized(
        "How much the loudness of the second note varies; 1 means by up to ±5 dB."),
      comment: """
        How much the loudness of the second note varies, so that loudness does not give the answer
        away: 0 (not at all) … 1 (by up to 5 dB either way).
        """),
    SettingRow(
      "intervals", .training, \.intervals,
      .list(
        { DirectedInterval($0) }, { $0.description },
        words: DirectedInterval.all.map(\.description), mayBeEmpty: false,
        allowed: localized(
          "one or more of %@", DirectedInterval.all.map(\.description).joined(separator: " "))),
      preview: .intervals,
      meaning: localized("The intervals to train; P5 is a fifth up, P5- a fifth down."),
      comment: """
        The intervals to train, one or more of P1 m2 M2 m3 M3 P4 TT P5 m6 M6 m7 M7 P8; with a hyphen
        after its name, an interval goes down: ["M3", "P5", "P5-"]. P1 alone is unison training. If
        nothing is set, interval training uses ["P5"].
        """),
    SettingRow(
      "tuningSystem", .training, \.tuning,
      .text(
        { TuningChoice($0) }, { $0.text }, words: TuningSystem.builtIn.map(\.identifier),
        allowed: localized(
          """
          %@, a Scala file (FILE.scl), or scala:NAME for NAME.scl in the folder scales next to \
          config.toml
          """, TuningSystem.builtIn.map(\.identifier).joined(separator: ", "))
      ).anchored { $0.anchored(in: $1) },
      preview: .intervals,
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
      "strategy", .training, \.strategy, .word,
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
      "wrongAnswerSignal", .training, \.wrongAnswerSignal, .word, preview: .bell,
      meaning: localized(
        "How Peach signals a wrong answer in comparison training, in addition to the text."),
      comment: """
        How Peach signals a wrong answer in comparison training, in addition to the text: "none", or
        "bell" (the bell of the terminal).
        """),
    SettingRow(
      "discardOnXrun", .training, \.discardOnXrun, .truth,
      meaning: localized(
        "Whether a trial in which the sound breaks off is void and asked again."),
      comment: """
        Whether a trial is void and asked again if the sound breaks off (an xrun) before it is answered: true
        or false. It happens once for each trial at most, and no more after three times in ten trials. If
        nothing is set, it happens on a terminal, and not in a pipe or with --json.
        """),
    SettingRow(
      "controller", .training, \.controller,
      .text(
        { ControllerName($0) }, { $0.text },
        allowed: localized(
          """
          the name of a controller map (NAME.toml in the folder controllers next to config.toml, \
          or one that comes with Peach); empty for none
          """)),
      preview: .slider,
      meaning: localized(
        "The MIDI controller whose map gives the MIDI settings that are not set here."),
      comment: """
        MIDI: which controls tune and answer. Peach receives everything that is connected to its
        port midi_in. `peach midi learn` finds out what your controller sends and saves it here;
        `peach midi monitor` shows incoming messages and what they do in Peach.

        The map of your controller, such as "akai-lpd8": NAME.toml in the folder controllers next to
        this file, or one of the maps that come with Peach. Settings in this file override the map.
        Empty for none.
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
          off, PORT (0…65535, where 0 is any free port; only programs on this computer can reach \
          it), ADDRESS:PORT
          """)),
      meaning: localized(
        "The address at which Peach receives Open Sound Control. Read once, at the start."),
      comment: """
        The address at which Peach receives Open Sound Control (UDP), from its start on: "off", a
        port ("9000", which only programs on this computer can reach; "0" is any free port), or an
        address of this computer and a port ("192.168.1.20:9000", "[::1]:9000", "0.0.0.0:9000" for
        all addresses). Everybody who can reach the address can train, and nothing else.
        """),
    SettingRow(
      "sessionTraining", .remote, \.sessionTraining, .word,
      meaning: localized(
        "The training for a session manager that starts Peach without a terminal."),
      comment: """
        The training if a session manager (NSM, RaySession) starts Peach without a terminal:
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

    Peach reads $XDG_CONFIG_HOME/peach/config.toml, usually ~/.config/peach/config.toml. To start
    from this file, copy it there; or use `peach settings set KEY VALUE`, which writes the file.
    To change a setting by hand, remove the # in front of it. A change applies from the next trial
    on, also while you train. Every setting is also an option of `peach compare` and
    `peach match`, for one run:
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
