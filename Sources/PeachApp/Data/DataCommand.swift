import ArgumentParser
import Charts
import Console
import Foundation
import History
import Language
import Program
import Training

/// `peach data`: maintains the records.
struct DataCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data",
    abstract: localized("Manage the training history."),
    discussion: CommandHelp.discussion(
      examples: """
        peach data export history.csv
        peach data import phone.csv --dry-run
        peach data merge /media/usb/training.sqlite
        peach data check
        peach data backup ~/peach-2026.sqlite
        peach data restore ~/peach-2026.sqlite
        peach data undo
        peach data reset
        peach data listeners
        peach data path
        """),
    subcommands: [
      DataExportCommand.self, DataImportCommand.self, DataMergeCommand.self,
      DataBackupCommand.self, DataRestoreCommand.self, DataCheckCommand.self,
      DataUndoCommand.self, DataResetCommand.self, DataListenersCommand.self,
      DataPathCommand.self,
    ])
}

/// `peach data path`: prints the path of the history.
struct DataPathCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: localized("Print the path of the training history."),
    discussion: CommandHelp.discussion(examples: "sqlite3 -readonly \"$(peach data path)\" .schema")
  )

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform { context.output.writeLine(context.historyPath) }
  }
}

/// Text that several of the commands share.
enum DataWords {
  /// A point in time, in the user's own time zone.
  static func time(_ date: Date) -> String {
    date.formatted(
      Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
        .year().month().day().time(includingFractionalSeconds: false))
  }

  /// True if an answer means yes. Any other answer means no.
  static func isYes(_ answer: String) -> Bool {
    // Translators: what counts as a yes, separated by blanks; the English words count anyway.
    let words = "y yes " + localized(context: "answers that mean yes", "y yes")
    return words.split(separator: " ").contains {
      $0 == answer.filter { !$0.isWhitespace }.lowercased()
    }
  }
}

extension JSONLine {
  mutating func add(_ records: RecordCounts) {
    for training in RecordedResult.trainings { add(training.words.member, records[training]) }
  }
}
