import ArgumentParser
import Charts
import Console
import History
import Language

/// `peach data export`: writes the history to a file.
struct DataExportCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case csv, jsonl }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: localized("Write the training history to a file."),
    discussion: CommandHelp.discussion(
      localized(
        """
        CSV or JSON lines with everything that is recorded, both trainings in one file, oldest first; by \
        the name's extension, else CSV. --for-app writes the CSV that the Peach app takes. The manual \
        page describes the formats.
        """),
      examples: """
        peach data export history.csv
        peach data export history.jsonl --force
        peach data export - | cut -d, -f2,3,10 | less
        peach data export --for-app phone.csv
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The file to write; - is standard output."),
      valueName: localized(context: "value of an option", "file")), completion: .file())
  var file: String
  @Option(
    help: ArgumentHelp(
      localized("csv or jsonl."), valueName: localized(context: "value of an option", "format")))
  var format: Format?
  @Flag(help: ArgumentHelp(localized("Write the CSV of the Peach app, for the phone.")))
  var forApp = false
  @Flag(help: ArgumentHelp(localized("Replace a file that is there."))) var force = false
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  func validate() throws {
    if forApp, format == .jsonl {
      throw ValidationError(localized("The app takes CSV, not JSON lines."))
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
    let counts = StoredCounts(comparisons: summary.comparisons, matchings: summary.matchings)
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
          counts, leftOut: summary.leftOut, withdrawn: summary.withdrawn, path: file)
        : ExportWords.text(counts, path: file))
  }
}

private enum ExportWords {
  /// A signal has ended the command.
  static var interrupted: String { localized("interrupted; no file was left behind") }

  static func text(_ records: StoredCounts, path: String) -> String {
    path == "-"
      ? localized("%@ written", records.text)
      : localized("%@ in %@", records.text, path)
  }

  /// Results that the app cannot import.
  static func leftOut(_ count: Int, tuning: String) -> String {
    localized(
      one: "%d result left out: the app does not know the tuning %@",
      other: "%d results left out: the app does not know the tuning %@", count, tuning)
  }

  /// Results in too many tunings to list each on its own line.
  static func leftOut(_ count: Int, tunings: Int) -> String {
    tunings == 1
      ? localized(
        one: "%d result left out: the app does not know one more tuning",
        other: "%d results left out: the app does not know one more tuning", count)
      : localized(
        one: "%d result left out: the app does not know %d more tunings",
        other: "%d results left out: the app does not know %d more tunings", count, tunings)
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
    _ records: StoredCounts, leftOut: [String: Int], withdrawn: Int, path: String
  ) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add(records)
    line.add("leftOut", object: ExchangeWords.object(leftOut))
    line.add("withdrawn", withdrawn)
    return line.description
  }
}
