import ArgumentParser
import Console
import Foundation
import History

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
    let surroundings = Surroundings(global)
    try await surroundings.perform {
      let isOnTerminal = isatty(STDIN_FILENO) == 1
      guard yes || isOnTerminal else { throw Fault.usage(DataText.resetNeedsYes) }
      let store = try surroundings.openPresentHistory()
      defer { store.close() }
      try takeIn(store, surroundings)
      let path = surroundings.historyPath
      do {
        let counts = try store.recordCounts()
        let backup = store.resetBackup(at: Date())
        if !yes, counts.total > 0 {
          let records = StoredCounts(comparisons: counts.comparisons, matchings: counts.matchings)
          surroundings.messages.write(DataText.resetQuestion(records, backup: backup.path))
          guard DataText.isYes(readLine() ?? "") else {
            return surroundings.messages.writeLine(DataText.nothingDeleted)
          }
        }
        let outcome = try store.reset(to: backup)
        let deleted = outcome.map {
          StoredCounts(comparisons: $0.counts.comparisons, matchings: $0.counts.matchings)
        }
        surroundings.output.writeLine(
          global.json
            ? DataText.resetJSON(deleted, backup: outcome?.backup.path)
            : DataText.reset(deleted, backup: outcome?.backup.path))
      } catch let error as DataStoreError {
        throw Fault(error, path: path)
      }
    }
  }

  /// What waits in recovery files goes with the rest; where it cannot, it would come back afterwards.
  @MainActor private func takeIn(_ store: TrainingDataStore, _ surroundings: Surroundings) throws {
    for recovery in store.takeIn(surroundings.recoveryPlaces) {
      if case .failed(let error, let path) = recovery { throw Fault(error, path: path) }
      surroundings.tell(Notice(recovery))
    }
  }
}
