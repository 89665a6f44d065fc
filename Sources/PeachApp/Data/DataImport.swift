import ArgumentParser
import Charts
import Foundation
import History
import Language
import MainThread
import Program
import Training

/// `peach data import`: imports the records of a file into the history.
struct DataImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: localized("Import the records of a file into the training history."),
    discussion: CommandHelp.discussion(
      localized(
        """
        The file can be a CSV or JSON lines file from peach data export, or a CSV file from the \
        Peach app; Peach recognizes the format. Records that are already in the history are \
        skipped, so it does no harm to import a file twice. If a row cannot be read, nothing is \
        imported and each such row is listed.
        """),
      examples: """
        peach data import phone.csv --dry-run
        peach data import phone.csv
        ssh studio peach data export - | peach data import -
        peach data import history.jsonl --replace
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The file to read, or - for standard input."),
      valueName: localized(context: "value of an option", "file")), completion: .file())
  var file: String
  @Flag(help: ArgumentHelp(localized("Show what an import would do, without doing it.")))
  var dryRun = false
  @Flag(
    help: ArgumentHelp(localized("Skip the rows that cannot be read, and import the others.")))
  var skipBad = false
  @Flag(help: ArgumentHelp(localized("Replace the whole history after making a backup.")))
  var replace =
    false
  @Flag(help: ArgumentHelp(localized("Replace without asking for confirmation."))) var yes = false
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.transfer(interrupted: ExchangeWords.interrupted) { run in
      let mayAsk = file != "-" && context.surroundings.isTerminal(STDIN_FILENO)
      guard !replace || dryRun || yes || mayAsk else {
        throw Fault.usage(ReplaceWords.needsYes)
      }
      try context.checkPresence(file)
      let store = try context.openHistoryForImport(isPreview: dryRun)
      defer { store.close() }
      var work = HistoryImport(file, into: store)
      work.skipsFaults = skipBad
      if replace {
        guard let backup = try prepareReplacement(of: store, context) else { return .success }
        work.backup = backup
      }
      return try await perform(work, run, context)
    }
  }

  @MainActor private func perform(
    _ work: HistoryImport, _ run: CancellableWork, _ context: CommandContext
  ) async throws -> ExitStatus {
    let isPreview = dryRun
    let summary = try await run.perform { report in
      isPreview ? try await work.preview(progress: report) : try await work.run(progress: report)
    }
    let isRefused = summary.faultCount > 0 && !skipBad
    let backup = work.backup.flatMap {
      FileManager.default.fileExists(atPath: $0.path) ? $0.path : nil
    }
    let outcome: ImportOutcome =
      dryRun
      ? .previewed(isRefused: isRefused)
      : isRefused ? .refused : replace ? .replaced(backup: backup) : .joined
    context.show(summary, of: file, outcome)
    return isRefused ? .badData : .success
  }

  /// Asks if necessary, and returns the location of the backup, or `nil` if the user says no.
  @MainActor private func prepareReplacement(
    of store: TrainingDataStore, _ context: CommandContext
  ) throws -> URL? {
    let backup = store.resetBackup(at: Scheduling.date)
    guard !dryRun else { return backup }
    // Results in recovery files are replaced, too. Otherwise they would be restored afterwards.
    for recovery in store.recover(context.recoveryPlaces) {
      if case .failed(let error, let path) = recovery { throw Fault(error, path: path) }
      context.notify(Notice(recovery))
    }
    let records = try store.recordCounts()
    guard !yes, !records.isEmpty else { return backup }
    context.messages.write(
      ReplaceWords.question(records, path: file, backup: backup.path))
    if DataWords.isYes(readLine() ?? "") { return backup }
    context.messages.writeLine(ReplaceWords.nothingReplaced)
    return nil
  }
}

private enum ReplaceWords {
  static var needsYes: String {
    localized(
      "data import --replace deletes every record. Add --yes, or run it in a terminal to confirm")
  }

  static func question(
    _ records: RecordCounts, path: String, backup: String
  ) -> String {
    localized(
      "Replace %@ with the contents of %@? The backup will be %@. yes or no: ", records.text,
      ExchangeWords.name(path), backup)
  }

  static var nothingReplaced: String { localized("Nothing was replaced.") }
}
