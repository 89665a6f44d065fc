import ArgumentParser
import Charts
import Foundation
import History
import Language

/// `peach data reset`: begins anew.
struct DataResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: localized("Delete every record of both trainings, after a backup."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Asks first, on a terminal; elsewhere --yes is needed. The backup lies beside the history, with the \
        time in its name; if it cannot be made, nothing is deleted.
        """),
      examples: """
        peach data reset
        peach data reset --yes
        """))

  @Flag(help: ArgumentHelp(localized("Do not ask."))) var yes = false
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.transfer(interrupted: DataText.resetInterrupted) { run in
      let isOnTerminal = isatty(STDIN_FILENO) == 1
      guard yes || isOnTerminal else { throw Fault.usage(DataText.resetNeedsYes) }
      let store = try context.openPresentHistory(isChanging: true)
      defer { store.close() }
      try takeIn(store, context)
      let counts = try store.recordCounts()
      let backup = store.resetBackup(at: Date())
      if !yes, counts.total > 0 {
        let records = StoredCounts(comparisons: counts.comparisons, matchings: counts.matchings)
        context.messages.write(DataText.resetQuestion(records, backup: backup.path))
        guard DataText.isYes(readLine() ?? "") else {
          context.messages.writeLine(DataText.nothingDeleted)
          return .success
        }
      }
      let work = HistoryReset(of: store, backup: backup)
      let deleted = try await run.perform { report in
        report(TransferProgress(.writing))
        return try await work.run()
      }.map { StoredCounts(comparisons: $0.comparisons, matchings: $0.matchings) }
      let place = deleted.map { _ in backup.path }
      context.output.writeLine(
        global.json
          ? DataText.resetJSON(deleted, backup: place) : DataText.reset(deleted, backup: place))
      return .success
    }
  }

  /// What waits in recovery files goes with the rest; where it cannot, it would come back afterwards.
  @MainActor private func takeIn(_ store: TrainingDataStore, _ context: CommandContext) throws {
    for recovery in store.recover(context.recoveryPlaces) {
      if case .failed(let error, let path) = recovery {
        throw Fault(.deleteFailed(error.cause), path: path)
      }
      context.tell(Notice(recovery))
    }
  }
}
