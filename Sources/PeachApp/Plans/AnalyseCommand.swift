import ArgumentParser
import Console
import History
import Language
import Program
import Training

/// `peach analyse`: the figures of an experiment.
struct AnalyseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyse",
    abstract: localized("Compute thresholds and shifts for each participant and condition."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Reads a file of records (CSV or JSON lines), a BIDS tree or one of its tables, or else the \
        training history, and writes CSV, or JSON with --json: a row for each participant, session, \
        condition, training and interval, with the figures of the profile in cents and the intervals \
        that contain them in nine of ten cases. Each row is computed from its own answers alone. \
        Practice is left out.
        """),
      examples: """
        peach analyse study
        peach analyse export.csv --json
        peach analyse --plan micheyl-2006
        """))

  @Argument(
    help: ArgumentHelp(
      localized("A file of records, or the folder of a BIDS tree (default: the training history)."),
      valueName: localized(context: "value of an option", "file")), completion: .file())
  var path: String?

  @Option(
    help: ArgumentHelp(
      localized("Only the results of the plan of this name."),
      valueName: localized(context: "value of an option", "name")))
  var plan: String?

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      let results = try results(context).filter { result in
        let ofPlan = result.context.plan.map { String($0.dropLast(Plan.hashLength)) }
        return !result.context.isPractice && !result.isWithdrawn && (plan == nil || plan == ofPlan)
      }
      let groups = Dictionary(grouping: results) { StudyGroup($0.context) }
      let rows = groups.sorted { $0.key < $1.key }.flatMap { group, results in
        var hearing = HearingModel()
        for result in results { result.add(to: &hearing) }
        let figures =
          StudyFigures.all(of: hearing) + StudyFigures.all(of: results.compactMap(\.oddOne))
        return figures.map { StudyRow(group: group, figures: $0) }
      }
      guard !rows.isEmpty else {
        throw Fault.unreadableData(localized("there are no answers to analyse"))
      }
      if global.json {
        return context.output.writeLine(
          "[\(rows.map(\.json.description).joined(separator: ",\n"))]")
      }
      context.output.writeLine(StudyRow.names.joined(separator: ","))
      for row in rows { context.output.writeLine(row.csv) }
    }
  }

  @MainActor private func results(_ context: CommandContext) throws -> [RecordedResult] {
    guard let path else {
      let store = try context.openPresentHistory(isLong: true)
      defer { store.close() }
      var results: [RecordedResult] = []
      try store.forEachResult { results.append($0) }
      return results
    }
    let files: ResultFiles
    do { files = try ResultFiles(path) } catch { throw Fault(error, whileTransferring: path) }
    if let (path, line, fault) = files.firstFault {
      context.messages.writeMessage(
        localized(
          one: "%d row was not read: %@, line %d: %@",
          other: "%d rows were not read, the first one: %@, line %d: %@", files.faults, path, line,
          fault.words))
    }
    return files.results
  }
}

/// A group of answers that are analysed together.
private struct StudyGroup: Hashable, Comparable {
  let participant: String?
  let session: String?
  let condition: String?

  init(_ context: TrialContext) {
    (participant, session, condition) = (context.participant, context.session, context.condition)
  }

  private var order: [String] { [participant, session, condition].map { $0 ?? "" } }

  static func < (one: Self, other: Self) -> Bool {
    one.order.lexicographicallyPrecedes(other.order)
  }
}

/// A row of the analysis.
private struct StudyRow {
  let group: StudyGroup
  let figures: StudyFigures

  private enum Value {
    case text(String?)
    case whole(Int?)
    case number(Double?)
  }

  static let names =
    [
      "participant", "session", "condition", "training", "presentation", "interval", "answers",
      "right", "state",
    ] + estimates.flatMap { [$0.name, $0.name + "Low", $0.name + "High"] }

  private static let estimates: [(name: String, path: KeyPath<StudyFigures, CentsEstimate?>)] = [
    ("threshold", \.threshold), ("shift", \.shift), ("bias", \.bias), ("spread", \.spread),
  ]

  private var values: [Value] {
    [
      .text(group.participant), .text(group.session), .text(group.condition),
      .text(figures.training.rawValue), .text(figures.presentation.rawValue),
      .text(figures.interval?.description), .whole(figures.answers), .whole(figures.right),
      .text(figures.state?.rawValue),
    ]
      + Self.estimates.flatMap { _, path -> [Value] in
        let estimate = figures[keyPath: path]
        return [estimate?.value, estimate?.low, estimate?.high].map { .number($0?.rawValue) }
      }
  }

  var json: JSONLine {
    var line = JSONLine()
    for (name, value) in zip(Self.names, values) {
      switch value {
      case .text(let text): line.add(name, text)
      case .whole(let number): line.add(name, number)
      case .number(let number): line.add(name, number)
      }
    }
    return line
  }

  var csv: String {
    values.map { value in
      switch value {
      case .text(let text): RecordTable.field(text ?? "")
      case .whole(let number): number?.description ?? ""
      case .number(let number): number?.description ?? ""
      }
    }.joined(separator: ",")
  }
}
