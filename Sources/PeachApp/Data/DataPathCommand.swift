import ArgumentParser
import Console

/// `peach data path`: where the history is.
struct DataPathCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: localized("Print where the training history is."),
    discussion: CommandHelp.discussion(examples: "sqlite3 -readonly \"$(peach data path)\" .schema")
  )

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let surroundings = Surroundings(global)
    try await surroundings.perform { surroundings.output.writeLine(surroundings.historyPath) }
  }
}
