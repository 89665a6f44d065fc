import ArgumentParser
import Language
import Program
import Settings
import SoundFonts

/// The command `peach sounds`.
struct SoundsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sounds",
    abstract: localized("Find, inspect, play and check sounds."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Peach looks for SoundFonts (SF2 and SF3, recognized by their content) in this order: \
        --sound-fonts, the setting soundFonts, SF2_PATH, DEFAULT_SOUNDFONT, the folders \
        soundfonts, sounds/sf2 and sounds/sf3 of $XDG_DATA_HOME and $XDG_DATA_DIRS, and \
        FluidSynth's default font. The built-in sounds are always available. If two fonts have the \
        same name, the name of the later one includes its folder.

        To choose a sound, give its tag (FluidR3_GM:0:42), its numbers (8:80, or 42 for program 42 \
        of bank 0), or words from its name and the name of its font ('cello', 'fluid cello').
        """),
      examples: """
        peach sounds list cello
        peach sounds play "fluid cello"
        peach settings set soundSource FluidR3_GM:0:42
        """),
    subcommands: [
      SoundsListCommand.self, SoundsPlayCommand.self, SoundsInfoCommand.self,
      SoundsPathCommand.self, SoundsCheckCommand.self,
    ])
}

/// The command `peach sounds list`.
private struct SoundsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: localized("List the sounds by font and family."),
    discussion: CommandHelp.discussion(
      localized(
        """
        The list leaves out drums and noises, which have no pitch to train with. If you give a \
        text, the list has the sounds whose name, family, font or tag contains each of its words.
        """),
      examples: """
        peach sounds list
        peach sounds list strings
        peach sounds list --sound-fonts ~/fonts:/media/usb/grand.sf2 --json
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The text to search for."),
      valueName: localized(context: "value of an option", "text")))
  var text: [String] = []

  @OptionGroup(title: localized("Settings for this run")) var fonts: SoundFontOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      let library = try context.soundFontLibrary(fonts)
      let sounds = library.sounds(containing: text.joined(separator: " ")) { $0.word }
      let found = library.found
      let list = SoundList(
        fonts: found.fonts.compactMap { font in
          let members = sounds.filter { $0.font == font }
          // The whole list names a font without any pitched sound, so that it is not missed.
          let isNamed = text.isEmpty && font.contents.presets.isEmpty
          return members.isEmpty && !isNamed ? nil : (font, members)
        }, skipped: found.refused)
      for warning in list.warnings { context.messages.writeMessage(warning) }
      context.output.write(global.json ? list.json : list.text(isPlain: global.plain))
    }
  }
}

/// The command `peach sounds play`.
private struct SoundsPlayCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: localized("Play a phrase across the note range, as it would sound in training."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Plays the major triad in every octave of the note range through JACK, in the tuning and at \
        the reference pitch of your settings. All notes are equally loud. Playing stops by itself \
        at the end; q, Ctrl-C or SIGTERM stops it earlier.
        """),
      examples: """
        peach sounds play sine
        peach sounds play FluidR3_GM:0:42 --tuning just --note-range-min 48
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The sound: a tag, numbers or words (default: the sound of your settings)."),
      valueName: localized(context: "value of an option", "sound")),
    completion: .sounds)
  var sound: String?

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report(asEvents: true) {
      var texts = try context.resolvingSound(in: settings.texts)
        .merging(global.settingTexts) { $1 }
      let given = try FileUserSettings(
        file: context.settingsFile, overrides: SettingsOverrides(texts))
      let library = try context.soundFontLibrary(given.soundFonts)
      let found = try context.sound(named: sound ?? given.soundSource.description, in: library)
      texts[.soundSource] = found.source.description
      let playing = try context.readSettings(texts)
      // The closures of the run hold it weakly.
      let run = SoundPlayRun(context, settings: playing, library: library)
      defer { withExtendedLifetime(run) {} }
      return try await run.run(found)
    }
    throw ExitCode(status)
  }
}

/// The command `peach sounds info`.
private struct SoundsInfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: localized("Show what Peach knows about a sound and its font."),
    discussion: CommandHelp.discussion(
      examples: """
        peach sounds info FluidR3_GM:0:42
        peach sounds info sine --json
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The sound: a tag, numbers or words."),
      valueName: localized(context: "value of an option", "sound")),
    completion: .sounds)
  var sound: String

  @OptionGroup(title: localized("Settings for this run")) var fonts: SoundFontOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      let sound = try context.sound(named: sound, in: context.soundFontLibrary(fonts))
      let details = SoundDetails(sound)
      context.output.write(global.json ? details.json : details.text)
    }
  }
}

/// The command `peach sounds path`.
private struct SoundsPathCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: localized(
      "Show every path where Peach looks for SoundFonts, and what it found there."),
    discussion: CommandHelp.discussion(examples: "peach sounds path --json"))

  @OptionGroup(title: localized("Settings for this run")) var fonts: SoundFontOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      let paths = try context.soundFontLibrary(fonts).found.trials
      context.output.write(global.json ? paths.json : paths.text)
    }
  }
}

/// The command `peach sounds check`.
private struct SoundsCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: localized("Measure the tuning and the loudness of the notes of a sound."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Peach renders each note and measures the pitch that a listener would hear. It saves the \
        result and uses it to correct the sound in training (settings correctIntonation and \
        evenLoudness). Notes that cannot be corrected are listed. If training uses a sound that \
        has not been measured yet, Peach measures it in the background.
        """),
      examples: """
        peach sounds check FluidR3_GM:0:40
        peach sounds check sine --json | jq .isExact
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The sound: a tag, numbers or words."),
      valueName: localized(context: "value of an option", "sound")),
    completion: .sounds)
  var sound: String

  @Flag(help: ArgumentHelp(localized("Measure again, even if there is a saved measurement.")))
  var again = false
  @OptionGroup(title: localized("Settings for this run")) var fonts: SoundFontOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report {
      let settings = try context.readSettings(fonts.texts)
      let library = try context.soundFontLibrary(settings.soundFonts)
      return try await SoundCheckRun(
        try context.sound(named: sound, in: library), of: library, settings: settings,
        isForced: again, context
      ).run()
    }
    throw ExitCode(status)
  }
}

/// The option for the places of SoundFonts, in commands without other settings.
private struct SoundFontOptions: ParsableArguments {
  @Option(help: SettingOptions.help(.soundFonts), completion: .setting(.soundFonts))
  var soundFonts: String?

  var texts: [SettingKey: String] { soundFonts.map { [.soundFonts: $0] } ?? [:] }
}

extension CommandContext {
  /// The SoundFonts of a run with these options. Throws ``Fault`` and `SettingsError`.
  fileprivate func soundFontLibrary(_ options: SoundFontOptions) throws -> SoundFontLibrary {
    let settings = try readSettings(options.texts)
    return try soundFontLibrary(settings.soundFonts)
  }
}
