import ArgumentParser
import Console

/// `peach sounds path`
struct SoundsPathCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: localized("Show every path where SoundFonts are looked for, and what came of it."),
    discussion: CommandHelp.discussion(examples: "peach sounds path --json"))

  @OptionGroup(title: localized("Settings for this run")) var fonts: SoundFontOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let surroundings = Surroundings(global)
    try await surroundings.perform {
      let paths = try surroundings.soundFontLibrary(fonts).found.triedPaths
      surroundings.output.write(global.json ? paths.json : paths.text)
    }
  }
}
