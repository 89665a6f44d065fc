import ArgumentParser
import Charts
import Console
import Foundation
import History
import Language
import Program
import Training

/// `peach data backup`: copies the history, even while another program uses it.
struct DataBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: localized("Back up the training history to a file."),
    discussion: CommandHelp.discussion(
      localized(
        """
        The copy is one consistent state, also while Peach trains; it is checked and safe on disk before \
        it gets its name. To go back to it: peach data restore.
        """),
      examples: """
        peach data backup ~/peach-2026.sqlite
        peach data backup --force /media/usb/peach.sqlite
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The file to write."), valueName: localized(context: "value of an option", "file")
    ), completion: .file()) var file: String
  @Flag(
    help: ArgumentHelp(
      localized("Replace an existing file."))) var force = false
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.transfer(interrupted: BackupWords.interrupted) { run in
      let store = try context.openPresentHistory(isLong: true)
      defer { store.close() }
      let target = URL(fileURLWithPath: try context.target(file))
      var backup = HistoryBackup(of: store, to: target)
      backup.isReplacing = force
      let work = backup
      let records = try await run.perform { report in
        report(TransferProgress(.writing))
        return try await work.run()
      }
      context.output.writeLine(
        global.json
          ? BackupWords.json(records, path: target.path)
          : BackupWords.text(records, path: target.path))
      return .success
    }
  }
}

private enum BackupWords {
  static var interrupted: String {
    localized("interrupted; no file was written")
  }

  static func text(_ records: RecordCounts, path: String) -> String {
    localized("%@ in %@", records.text, path)
  }

  static func json(_ records: RecordCounts, path: String) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add(records)
    return line.description
  }
}
