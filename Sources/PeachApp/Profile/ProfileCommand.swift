import ArgumentParser
import Charts
import Language
import Program
import Settings
import Training

/// `peach profile`: what the records show about the user's hearing.
struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: localized("Show the perceptual profile."),
    discussion: CommandHelp.discussion(
      examples: """
        peach profile
        peach profile --json | jq .comparison.unison
        """))

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      let settings = try context.readSettings()
      let hearing = try context.readHistory().hearing
      @MainActor func snapshot(_ presentation: Presentation) -> ProfileSnapshot {
        ProfileSnapshot(
          hearing, noteRange: settings.noteRange, presentation: presentation)
      }
      let harmonic = hearing.hasResults(.harmonic) ? snapshot(.harmonic) : nil
      context.output.write(
        global.json
          ? ProfileJSON.text(snapshot(.melodic), harmonic: harmonic) + "\n"
          : ProfileText.text(snapshot(.melodic), harmonic: harmonic))
    }
  }
}
