import ArgumentParser
import Language
import Settings
import SoundFonts

/// `peach sounds check`: how the notes of a sound are tuned.
struct SoundsCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: localized("Measure how the notes of a sound are tuned, and how loud they are."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Each note is rendered and its pitch taken as a listener would take it. What is found is kept, and \
        training corrects it (settings correctIntonation and evenLoudness). Notes that no correction can \
        mend are named. A sound that training uses unmeasured is measured then, in the background.
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

  @Flag(help: ArgumentHelp(localized("Measure again what has been measured before.")))
  var again = false
  @OptionGroup(title: localized("Settings for this run")) var fonts: SoundFontOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report {
      let settings = try FileUserSettings(
        file: context.settingsFile, overrides: SettingsOverrides(fonts.texts))
      let library = try context.soundFontLibrary(settings.soundFonts)
      return try await SoundCheckRun(
        try library.sound(named: sound), of: library, settings: settings, isForced: again,
        context
      ).run()
    }
    throw ExitCode(status)
  }
}
