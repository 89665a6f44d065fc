import ArgumentParser
import Language

/// `peach data`: looks after the records.
struct DataCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data",
    abstract: localized("Look after the training history."),
    discussion: CommandHelp.discussion(
      examples: """
        peach data export history.csv
        peach data import phone.csv --dry-run
        peach data merge /media/usb/training.sqlite
        peach data check
        peach data backup ~/peach-2026.sqlite
        peach data reset
        peach data path
        """),
    subcommands: [
      DataExportCommand.self, DataImportCommand.self, DataMergeCommand.self,
      DataBackupCommand.self, DataCheckCommand.self, DataResetCommand.self, DataPathCommand.self,
    ])
}
