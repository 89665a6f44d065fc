import Files
import Foundation
import Training
internal import GRDB

/// The results of a plan as a data set in the Brain Imaging Data Structure (bids-specification,
/// "Behavioral recordings"): a table for each participant and session, with its description.
///
/// Tables and their descriptions are written completely from the history, so that they may be
/// written any number of times. The description of the whole data set is written once, and belongs
/// to the user then.
public struct BIDSTree: Sendable {
  private static let version = "1.10.0"

  private let folder: String

  /// The name of the plan, without the hash of its text.
  private let plan: String
  private let title: String
  private let instructions: String
  private let participation: Participation

  /// The folder with `beh.json`, which describes all possible columns, and the files that are
  /// copied.
  private let templates: URL
  private let program: String

  /// - Parameters:
  ///   - plan: the name of the plan in the records.
  ///   - instructions: the instructions for the participants.
  ///   - participation: has a participant.
  ///   - templates: the folder of the files that come with Peach for this.
  ///   - program: Peach's version.
  public init(
    _ folder: String, ofPlan plan: String, title: String, instructions: String,
    _ participation: Participation, templates: URL, program: String
  ) {
    (self.folder, self.title, self.instructions) = (folder, title, instructions)
    self.plan = String(plan.dropLast(Plan.hashLength))
    (self.participation, self.templates, self.program) = (participation, templates, program)
  }

  /// Writes the table of the participant and session. Throws ``DataStoreError``, ``ExchangeFault``,
  /// and errors of reading the templates. Any thread; waits for the disk.
  public func write(from store: TrainingDataStore) throws {
    do {
      try writeAll(from: store)
    } catch let fault as FileFault {
      throw ExchangeFault(fault, path: folder)
    }
  }

  private func writeAll(from store: TrainingDataStore) throws {
    let (results, seeds) = try store.study(plan, participation)
    let (subject, session) = ("sub-\(participation.participant ?? "")", participation.session)
    let names = [subject, session.map { "ses-\($0)" }].compactMap { $0 }
    let place = ([folder] + names + ["beh"]).joined(separator: "/")
    let task = plan.filter { $0.isASCII && ($0.isLetter || $0.isWholeNumber) }
    let file = "\(place)/\((names + ["task-\(task)"]).joined(separator: "_"))_beh"
    let trainings = Set(results.map(\.training))
    let columns = Self.columns.filter { !trainings.isDisjoint(with: $0.trainings) }
    let rows = results.map { result in
      columns.map { $0.value(result) ?? "n/a" } + [
        result.context.run.flatMap { seeds[$0] } ?? "n/a"
      ]
    }
    try createFolder(place)
    try withLockedFolder(folder) { () throws in
      try write(table: [columns.map(\.name) + ["seed"]] + rows, to: file + ".tsv")
      let templates = try JSONSerialization.jsonObject(
        with: Data(contentsOf: templates.appending(path: "beh.json")))
      var sidecar = (templates as? [String: Any] ?? [:]).filter { name, _ in
        name == "seed" || columns.contains { $0.name == name }
      }
      (sidecar["TaskName"], sidecar["TaskDescription"]) = (plan, title)
      sidecar["Instructions"] = instructions
      sidecar["StimulusPresentation"] = [
        "OperatingSystem": ProcessInfo.processInfo.operatingSystemVersionString,
        "SoftwareName": "Peach", "SoftwareVersion": program,
      ]
      try write(sidecar, to: file + ".json")
      try describe(subject)
    }
  }

  /// Writes the description of the data set and the list of its participants. The user's files
  /// stay.
  private func describe(_ subject: String) throws {
    try writeOnce("dataset_description.json") { path in
      try write(
        [
          "Name": title, "BIDSVersion": Self.version, "DatasetType": "raw",
          "GeneratedBy": [["Name": "Peach", "Version": program]],
        ] as [String: Any], to: path)
    }
    for name in ["README.md", "participants.json"] {
      try writeOnce(name) { path in
        let bytes = Array(try Data(contentsOf: templates.appending(path: name)))
        try replaceAtomically(path, with: bytes, .edited)
      }
    }
    let path = folder + "/participants.tsv"
    var table = [["participant_id"]]
    if let bytes = FileManager.default.contents(atPath: path) {
      var splitter = RowSplitter(Array(bytes))
      (splitter.splitsFields, splitter.separator) = (true, UInt8(ascii: "\t"))
      var found: [[String]] = []
      while let row = try splitter.next() { found.append(try row.fields.get()) }
      if !found.isEmpty { table = found }
    }
    guard !table.contains(where: { $0.first == subject }) else { return }
    // The user's columns are unknown for this participant.
    table.append([subject] + Array(repeating: "n/a", count: table[0].count - 1))
    try write(table: table, to: path)
  }

  private func writeOnce(_ name: String, _ write: (String) throws -> Void) throws {
    let path = "\(folder)/\(name)"
    if FileStatus(path) == nil { try write(path) }
  }

  private func write(table rows: [[String]], to path: String) throws {
    let text = rows.map { $0.joined(separator: "\t") + "\n" }.joined()
    try replaceAtomically(path, with: Array(text.utf8), .edited)
  }

  private func write(_ members: [String: Any], to path: String) throws {
    let data = try JSONSerialization.data(
      withJSONObject: members, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    try replaceAtomically(path, with: Array(data) + [UInt8(ascii: "\n")], .edited)
  }

  // MARK: Columns

  private struct Column {
    let name: String
    let trainings: Set<TrainingName>
    let value: (RecordedResult) -> String?
  }

  static var columnNames: [String] { columns.map(\.name) + ["seed"] }

  private static var columns: [Column] {
    let all = Set(TrainingName.allCases)
    let fields = ResultFields.all.filter { !["withdrawn", "run"].contains($0.name) }
    return [
      Column(
        name: "response", trainings: all.filter(\.answer.isRightOrWrong), value: \.response),
      Column(name: "training", trainings: all) { $0.training.rawValue },
    ]
      + fields.map { field in
        Column(name: name(field.name), trainings: field.trainings) { result in
          switch field.value(result) {
          case .text(let text): text
          case .integer(let number): number.description
          case .number(let number): number.description
          case .flag(let flag): flag.description
          case nil: nil
          }
        }
      }
  }

  /// The name of a field in the form of the standard: `cent_offset`.
  static func name(_ field: String) -> String {
    field.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
  }
}

extension RecordedResult {
  fileprivate var response: String? {
    if let place = measures.answeredPlace { return ["first", "second", "third"][Int(place) - 1] }
    guard let isCorrect = measures.isCorrect else { return nil }
    guard let isFirstTrue = measures.isFirstTrue else {
      return isCorrect == ((measures.centOffset?.rawValue ?? 0) > 0) ? "higher" : "lower"
    }
    return isCorrect == isFirstTrue ? "first" : "second"
  }
}

extension TrainingDataStore {
  /// The results of a participant in one session of a plan, whatever its text was, in order of
  /// time, and the seeds of their runs, without withdrawn ones. Throws `fetchFailed`.
  fileprivate func study(
    _ plan: String, _ participation: Participation
  ) throws(DataStoreError) -> (results: [RecordedResult], seeds: [UUID: String]) {
    try read { database in
      var (results, seeds) = ([RecordedResult](), [UUID: String]())
      try ResultRowReader().forEach(
        in: """
          substr(plan, 1, length(plan) - \(Plan.hashLength)) = ? AND participant IS ? AND session IS ?
            AND withdrawn IS NOT 1
          """, "timestamp, sequence",
        [plan, participation.participant, participation.session, -1], database
      ) { results.append(try $0.result()) }
      try RunRecord.forEach(database) { seeds[$0.id] = $0.seed }
      return (results, seeds)
    }
  }
}

// MARK: Reading

/// Results from files: a file of records in any format, a table of a BIDS tree, or all tables of
/// one.
public struct ResultFiles: Sendable {
  public private(set) var results: [RecordedResult] = []

  /// The number of rows that are not records, and the first of them.
  public private(set) var faults = 0
  public private(set) var firstFault: (path: String, line: Int, fault: RowFault)?

  /// Throws ``ExchangeFault``.
  public init(_ path: String) throws {
    guard FileStatus(path)?.kind == .folder else {
      try read(path)
      return
    }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let tables = names.filter { $0.hasSuffix(Self.ending) }.sorted()
    guard !tables.isEmpty else { throw ExchangeFault.noTables(path: path, ending: Self.ending) }
    for name in tables { try read("\(path)/\(name)") }
  }

  private static let ending = "_beh.tsv"

  private mutating func read(_ path: String) throws {
    let source = try TextSource(path)
    if path.hasSuffix(Self.ending) { return try readTable(source) }
    var file = try RecordFile(source)
    while let row = try file.next() {
      switch row.content {
      case .success(.result(let result, _)): add(result)
      case .success: break
      case .failure(let fault): add(fault, path, row.line)
      }
    }
  }

  private mutating func readTable(_ source: TextSource) throws {
    var splitter = RowSplitter(source.read)
    guard let header = try splitter.nextHeader(separator: UInt8(ascii: "\t")) else { return }
    let fields = Dictionary(
      uniqueKeysWithValues: (RecordTable.names).map { (BIDSTree.name($0), $0) })
    var places: [String: Int] = [:]
    for (place, name) in header.names.enumerated() { places[fields[name] ?? name] = place }
    while let row = try splitter.next() {
      do throws(RowFault) {
        let found: [String]
        do throws(TextRowFault) { found = try row.fields.get() } catch { throw .text(error) }
        guard found.count == header.names.count else {
          throw .fieldCount(expected: header.names.count, found: found.count)
        }
        let read = try RecordTable.read(
          TableRow(
            places: places, fields: found.map { $0 == "n/a" ? "" : $0 }, allowsDecimalComma: false))
        if case .result(let result, _) = read { add(result) }
      } catch {
        add(error, source.path, row.line)
      }
    }
  }

  private mutating func add(_ result: RecordedResult) {
    if !result.isWithdrawn { results.append(result) }
  }

  private mutating func add(_ fault: RowFault, _ path: String, _ line: Int) {
    faults += 1
    if firstFault == nil { firstFault = (path, line, fault) }
  }
}
