import ArgumentParser
import Charts
import Console
import Foundation
import History
import Language
import MainThread
import Program
import Training

/// `peach data reset`: deletes all records, after a backup.
struct DataResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: localized("Delete every record of all trainings after making a backup."),
    discussion: CommandHelp.discussion(
      localized(
        """
        In a terminal, Peach asks for confirmation; elsewhere, --yes is required. The backup is \
        written beside the history with the time in its name. If the backup fails, nothing is \
        deleted.
        """),
      examples: """
        peach data reset
        peach data reset --yes
        """))

  @Flag(help: ArgumentHelp(localized("Delete without asking for confirmation."))) var yes = false
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.transfer(interrupted: ResetWords.interrupted) { run in
      let isOnTerminal = context.surroundings.isTerminal(STDIN_FILENO)
      guard yes || isOnTerminal else { throw Fault.usage(ResetWords.needsYes) }
      let store = try context.openPresentHistory(isChanging: true)
      defer { store.close() }
      try recover(store, context)
      let records = try store.recordCounts()
      let backup = store.resetBackup(at: Scheduling.date)
      if !yes, !records.isEmpty {
        context.messages.write(ResetWords.question(records, backup: backup.path))
        guard DataWords.isYes(readLine() ?? "") else {
          context.messages.writeLine(ResetWords.nothingDeleted)
          return .success
        }
      }
      let work = HistoryReset(of: store, backup: backup)
      let deleted = try await run.perform { report in
        report(TransferProgress(.writing))
        return try await work.run()
      }
      let place = deleted.map { _ in backup.path }
      context.output.writeLine(
        global.json
          ? ResetWords.json(deleted, backup: place) : ResetWords.text(deleted, backup: place))
      return .success
    }
  }

  /// Moves results from recovery files into the history, so that they are deleted, too. Otherwise
  /// they would be restored afterwards.
  @MainActor private func recover(_ store: TrainingDataStore, _ context: CommandContext) throws {
    for recovery in store.recover(context.recoveryPlaces) {
      if case .failed(let error, let path) = recovery {
        throw Fault(.deleteFailed(error.cause), path: path)
      }
      context.notify(Notice(recovery))
    }
  }
}

/// The words about a reset.
enum ResetWords {
  static var interrupted: String {
    localized("interrupted; nothing was deleted and no backup was kept")
  }

  static var needsYes: String {
    localized("data reset deletes every record. Add --yes, or run it in a terminal to confirm")
  }

  static func question(_ records: RecordCounts, backup: String) -> String {
    localized("Delete %@? The backup will be %@. yes or no: ", records.text, backup)
  }

  static var nothingDeleted: String { localized("Nothing was deleted.") }

  static func text(_ deleted: RecordCounts?, backup: String?) -> String {
    guard let deleted, let backup else { return localized("There was nothing to delete.") }
    return localized("Deleted %@; the backup is %@", deleted.text, backup)
  }

  static func json(_ deleted: RecordCounts?, backup: String?) -> String {
    var line = JSONLine()
    line.add(deleted ?? RecordCounts())
    line.add("backup", backup)
    return line.description
  }
}
