import ArgumentParser

/// `peach data path`: where the history is.
struct DataPathCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Print where the training history is.",
    discussion: "EXAMPLE\n  sqlite3 -readonly \"$(peach data path)\" .schema")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  @MainActor func run() async throws {
    let surroundings = Surroundings(global)
    try await surroundings.perform { surroundings.output.writeLine(surroundings.historyPath) }
  }
}
