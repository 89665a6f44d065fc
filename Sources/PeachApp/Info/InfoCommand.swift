import ArgumentParser
import Foundation
import History
import Installation
import Language
import Settings
import Sound
import SoundFonts

/// `peach info`: the version, the licences, and what Peach found on this machine.
struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: localized("Show the version, the licences, and what Peach finds."),
    discussion: CommandHelp.discussion(
      examples: """
        peach info
        peach info --json
        """))

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let serverAnswers = await JackEngine.serverAnswers(global.server)
    try await context.perform {
      let facts = context.infoFacts(serverAnswers: serverAnswers)
      context.output.write(global.json ? facts.json + "\n" : facts.text)
    }
  }
}

extension CommandContext {
  /// What there is to say of this Peach on this machine.
  func infoFacts(serverAnswers: Bool) -> InfoFacts {
    let settings = try? FileUserSettings(file: settingsFile)
    let paths = settings?.soundFonts ?? SoundFontPaths()
    let library = try? soundFontLibrary(paths)
    return InfoFacts(
      version: PeachVersion.text, jackVersion: JackLibrary.version,
      fluidSynthVersion: SoundFontNotePlayer.synthesizerVersion, serverAnswers: serverAnswers,
      server: global.server ?? environment["JACK_DEFAULT_SERVER"] ?? "default",
      builtInFont: library?.builtInFont,
      fontCount: (library?.found.fonts.count ?? 1) - 1, settingsFile: settingsFile.path,
      history: historyPath)
  }
}
