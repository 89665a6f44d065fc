import ArgumentParser
import Console
import Foundation
import History
import Sound

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
    let surroundings = Surroundings(global)
    let serverAnswers = await JackEngine.serverAnswers(global.server)
    try await surroundings.perform {
      let facts = InfoFacts(
        version: PeachVersion.text,
        jackVersion: JackEngine.libraryVersion,
        fluidSynthVersion: SoundFontNotePlayer.synthesizerVersion,
        serverAnswers: serverAnswers,
        server: global.server ?? surroundings.environment["JACK_DEFAULT_SERVER"] ?? "default",
        builtInFont: (try? SoundFontLibrary())?.builtInFont,
        settingsFile: surroundings.settingsFile.path,
        history: surroundings.historyPath)
      surroundings.output.write(global.json ? facts.json + "\n" : facts.text)
    }
  }
}
