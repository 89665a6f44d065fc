import ArgumentParser
import Language

/// `peach data path`: where the history is.
struct DataPathCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: localized("Print where the training history is."),
    discussion: CommandHelp.discussion(examples: "sqlite3 -readonly \"$(peach data path)\" .schema")
  )

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform { context.output.writeLine(context.historyPath) }
  }
}
