import ArgumentParser
import Charts
import Console
import History
import Language
import Program
import Training

/// `peach data export`: writes the history to a file.
struct DataExportCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case csv, jsonl }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: localized("Export the training history to a file."),
    discussion: CommandHelp.discussion(
      localized(
        """
        The file contains every record of all trainings, oldest first, as CSV or JSON lines. The \
        extension of its name decides which; the default is CSV. --for-app writes CSV that the \
        Peach app can import. peach-formats(5) describes the formats.
        """),
      examples: """
        peach data export history.csv
        peach data export history.jsonl --force
        peach data export - | cut -d, -f2,3,10 | less
        peach data export --for-app phone.csv
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The file to write, or - for standard output."),
      valueName: localized(context: "value of an option", "file")), completion: .file())
  var file: String
  @Option(
    help: ArgumentHelp(
      localized("The format: csv or jsonl."),
      valueName: localized(context: "value of an option", "format")))
  var format: Format?
  @Flag(help: ArgumentHelp(localized("Write CSV for the Peach app on the phone.")))
  var forApp = false
  @Flag(help: ArgumentHelp(localized("Replace an existing file."))) var force = false
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  func validate() throws {
    if forApp, format == .jsonl {
      throw ValidationError(localized("The app reads CSV, not JSON lines."))
    }
  }

  private var exportFormat: ExportFormat {
    if forApp { return .app }
    let format = format ?? (file.lowercased().hasSuffix(".jsonl") ? .jsonl : .csv)
    return format == .csv ? .csv : .jsonLines
  }

  /// The number of tunings unknown to the app that are listed on a line of their own.
  private static let namedTunings = 10

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.transfer(interrupted: ExportWords.interrupted) { run in
      let store = try context.openPresentHistory()
      defer { store.close() }
      var export = HistoryExport(of: store, to: try context.target(file), as: exportFormat)
      export.isReplacing = force
      let work = export
      let summary = try await run.perform { try await work.run(progress: $0) }
      show(summary, context)
      return .success
    }
  }

  /// Writes to standard error if the records themselves go to standard output.
  @MainActor private func show(_ summary: ExportSummary, _ context: CommandContext) {
    let output = file == "-" ? context.messages : context.output
    let counts = summary.records
    for training in RecordedResult.trainings {
      guard let count = summary.leftOutTrainings[training] else { continue }
      context.messages.writeMessage(ExportWords.leftOut(count, of: training))
    }
    let leftOut = summary.leftOut.sorted { $0.key < $1.key }
    for (tuning, count) in leftOut.prefix(Self.namedTunings) {
      let name = ShownValue.text(tuning)
      context.messages.writeMessage(ExportWords.leftOut(count, tuning: name))
    }
    let others = leftOut.dropFirst(Self.namedTunings)
    if !others.isEmpty {
      let count = others.reduce(0) { $0 + $1.value }
      context.messages.writeMessage(ExportWords.leftOut(count, tunings: others.count))
    }
    if summary.withdrawn > 0 {
      let note = ExportWords.withdrawn(summary.withdrawn, isLeftOut: exportFormat == .app)
      context.messages.writeMessage(note)
    }
    output.writeLine(
      global.json
        ? ExportWords.json(
          counts, leftOut: summary.leftOutByName, withdrawn: summary.withdrawn, path: file)
        : ExportWords.text(counts, path: file))
  }
}

private enum ExportWords {
  /// A signal has ended the command.
  static var interrupted: String { localized("interrupted; no file was written") }

  static func text(_ records: RecordCounts, path: String) -> String {
    path == "-"
      ? localized("%@ written", records.text)
      : localized("%@ in %@", records.text, path)
  }

  /// Results of a training that the app does not have.
  static func leftOut(_ count: Int, of training: TrainingName) -> String {
    localized(
      one: "%d result of %@ left out because the app does not have that training",
      other: "%d results of %@ left out because the app does not have that training", count,
      training.rawValue)
  }

  /// Results that the app cannot import.
  static func leftOut(_ count: Int, tuning: String) -> String {
    localized(
      one: "%d result left out because the app does not support the tuning %@",
      other: "%d results left out because the app does not support the tuning %@", count, tuning)
  }

  /// Results in too many tunings to list each on its own line.
  static func leftOut(_ count: Int, tunings: Int) -> String {
    tunings == 1
      ? localized(
        one: "%d result left out because the app does not support another tuning",
        other: "%d results left out because the app does not support another tuning", count)
      : localized(
        one: "%d result left out because the app does not support %d more tunings",
        other: "%d results left out because the app does not support %d more tunings", count,
        tunings)
  }

  /// Results that the user took back.
  static func withdrawn(_ count: Int, isLeftOut: Bool) -> String {
    isLeftOut
      ? localized(
        one: "%d answer left out: it was taken back",
        other: "%d answers left out: they were taken back", count)
      : localized(
        one: "%d answer that was taken back is marked as withdrawn in the file",
        other: "%d answers that were taken back are marked as withdrawn in the file", count)
  }

  static func json(
    _ records: RecordCounts, leftOut: [String: Int], withdrawn: Int, path: String
  ) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add(records)
    line.add("leftOut", object: ExchangeWords.object(leftOut))
    line.add("withdrawn", withdrawn)
    return line.description
  }
}

extension ExportSummary {
  /// The numbers of results left out, by the tuning or the training that the app does not have.
  fileprivate var leftOutByName: [String: Int] {
    leftOutTrainings.reduce(into: leftOut) { $0[$1.key.rawValue, default: 0] += $1.value }
  }
}
