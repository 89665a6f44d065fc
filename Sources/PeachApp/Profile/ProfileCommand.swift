import ArgumentParser
import Console
import Settings

/// `peach profile`: what the records say of the user's hearing.
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
    let surroundings = Surroundings(global)
    try await surroundings.perform {
      let settings = try FileUserSettings(file: surroundings.settingsFile)
      let history = try surroundings.openHistory(isForReading: true)
      history.onNotice = { surroundings.tell($0) }
      let snapshot = ProfileSnapshot(
        profile: history.profile, trends: history.trends, noteRange: settings.noteRange)
      surroundings.output.write(
        global.json ? ProfileJSON.text(snapshot) + "\n" : ProfileText.text(snapshot))
    }
  }
}
