import ArgumentParser
import Language
import Settings

/// `peach sounds play`
struct SoundsPlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: localized("Play a phrase over the note range, as training would sound."),
    discussion: CommandHelp.discussion(
      localized(
        """
        The major triad of every octave of the note range, in the tuning and at the reference pitch that \
        are set, all notes equally loud, through JACK. It ends by itself; q, Ctrl-C or SIGTERM ends it \
        before.
        """),
      examples: """
        peach sounds play sine
        peach sounds play FluidR3_GM:0:42 --tuning just --note-range-min 48
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The sound: a tag, numbers or words (default: the one that is set)."),
      valueName: localized(context: "value of an option", "sound")),
    completion: .sounds)
  var sound: String?

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report {
      var texts = try context.resolvingSound(in: settings.texts)
        .merging(global.settingTexts) { $1 }
      let given = try FileUserSettings(
        file: context.settingsFile, overrides: SettingsOverrides(texts))
      let library = try context.soundFontLibrary(given.soundFonts)
      let found = try library.sound(named: sound ?? given.soundSource.description)
      texts[.soundSource] = found.source.description
      let playing = try FileUserSettings(
        file: context.settingsFile, overrides: SettingsOverrides(texts))
      // Its closures hold it weakly.
      let run = SoundPlayRun(context, settings: playing, library: library)
      defer { withExtendedLifetime(run) {} }
      return try await run.run(found)
    }
    throw ExitCode(status)
  }
}
