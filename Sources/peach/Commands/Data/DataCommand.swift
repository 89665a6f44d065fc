import ArgumentParser

/// `peach data`: looks after the records.
struct DataCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data",
    abstract: "Look after the training history.",
    discussion: """
      EXAMPLES
        peach data check
        peach data backup ~/peach-2026.sqlite
        peach data reset
        peach data path
      """,
    subcommands: [
      DataBackupCommand.self, DataCheckCommand.self, DataResetCommand.self, DataPathCommand.self,
    ])
}
