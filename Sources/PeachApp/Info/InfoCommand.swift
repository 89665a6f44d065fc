import ArgumentParser
import Console
import Foundation
import History
import Installation
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
    let surroundings = Surroundings(global)
    let serverAnswers = await JackEngine.serverAnswers(global.server)
    try await surroundings.perform {
      let facts = surroundings.infoFacts(serverAnswers: serverAnswers)
      surroundings.output.write(global.json ? facts.json + "\n" : facts.text)
    }
  }
}

extension Surroundings {
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
