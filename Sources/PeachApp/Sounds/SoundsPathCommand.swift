import ArgumentParser
import Language

/// `peach sounds path`
struct SoundsPathCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: localized("Show every path where SoundFonts are looked for, and what came of it."),
    discussion: CommandHelp.discussion(examples: "peach sounds path --json"))

  @OptionGroup(title: localized("Settings for this run")) var fonts: SoundFontOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      let paths = try context.soundFontLibrary(fonts).found.triedPaths
      context.output.write(global.json ? paths.json : paths.text)
    }
  }
}
