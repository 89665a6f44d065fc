import Foundation
import GRDB
import Testing
import Training

@testable import History

/// Three comparisons and three matchings in tables of another program's making: without types and
/// rules, so that any column can hold anything.
@MainActor
@Suite("A row that is no record stops no program and is named")
struct UnreadableRowTests {
  let directory: TemporaryDirectory
  let store: TrainingDataStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try TrainingDataStore(url: directory.database)
    for second in 1...3 {
      try store.save(makeComparison(at: tenOClock + Double(second)))
      try store.save(makePitchMatching(at: tenOClock + Double(second)))
    }
    try loosen("comparisonRecord", ComparisonRecord.columns)
    try loosen("pitchMatchingRecord", PitchMatchingRecord.columns)
  }

  private func loosen(_ table: String, _ columns: [String]) throws {
    let columns = columns.joined(separator: ", ")
    try store.execute(
      """
      CREATE TABLE loose (sequence INTEGER PRIMARY KEY, \(columns));
      INSERT INTO loose SELECT sequence, \(columns) FROM \(table);
      DROP TABLE \(table);
      ALTER TABLE loose RENAME TO \(table);
      CREATE INDEX \(table)_timestamp ON \(table) (timestamp, sequence);
      """)
  }

  /// A value that the column of a table may not hold.
  struct Damage: CustomTestStringConvertible, Sendable {
    let table: String
    let column: String
    let value: String
    var row: UnreadableRow { UnreadableRow(table: table, sequence: 2, column: column) }
    var testDescription: String { "\(table).\(column) = \(value)" }

    static let all = [ComparisonRecord.databaseTableName, PitchMatchingRecord.databaseTableName]
      .flatMap { table in
        columns(of: table).flatMap { column in
          values(of: column).map { Damage(table: table, column: column, value: $0) }
        }
      }

    private static func columns(of table: String) -> [String] {
      table == ComparisonRecord.databaseTableName
        ? ComparisonRecord.resultFields.map(\.name) : PitchMatchingRecord.resultFields.map(\.name)
    }

    private static func values(of column: String) -> [String] {
      let all = ["NULL", "X'00ff'", "''", "-1e300", "9223372036854775807"]
      return switch column {
      case "referenceNote", "targetNote": all + ["60.5", "'60'", "128", "1e300"]
      case "isCorrect": all + ["2", "0.5", "'true'", "1e300"]
      case "timestamp": all + ["1.5", "'2026-11-21'", "-1", "253402300800000", "1e300"]
      case "centOffset", "initialCentOffset", "userCentError": all + ["'12'", "1200.5", "9e999"]
      case "tuningSystem": ["NULL", "X'00ff'", "''", "3"]
      default: all + ["'x'", "1e300"]
      }
    }
  }

  /// Calls `body` while row 2, and others, hold the damage.
  private func with(
    _ damage: Damage, in rows: String = "2",
    _ body: () async throws -> Void
  ) async throws {
    let (table, column) = (damage.table, damage.column)
    let values = try store.strings(
      "SELECT quote(\(column)) AS value FROM \(table) ORDER BY sequence", column: "value")
    try store.execute(
      "UPDATE \(table) SET \(column) = \(damage.value) WHERE sequence IN (\(rows))")
    try await body()
    for (index, value) in values.enumerated() {
      try store.execute(
        "UPDATE \(table) SET \(column) = \(value ?? "NULL") WHERE sequence = \(index + 1)")
    }
  }

  @Test("every reader refuses it by table, row and column")
  func refused() async throws {
    let file = directory.url.appendingPathComponent("out.csv")
    for damage in Damage.all {
      try await with(damage) {
        var hearing = HearingModel()
        #expect(throws: DataStoreError.fetchFailed(.unreadable(damage.row)), "\(damage)") {
          try store.replay(into: &hearing)
        }
        await #expect(throws: DataStoreError.fetchFailed(.unreadable(damage.row)), "\(damage)") {
          try await HistoryExport(of: store, to: file.path, as: .csv).run()
        }
      }
    }
    #expect(!file.isThere)
    var hearing = HearingModel()
    try store.replay(into: &hearing)
  }

  @Test("a merge of such a file refuses it by table, row and column")
  func merged() async throws {
    let other = try TemporaryDirectory()
    let target = try TrainingDataStore(url: other.database)
    for damage in Damage.all where damage.value == "NULL" || damage.value == "60.5" {
      try await with(damage) {
        await #expect(
          throws: ExchangeFault.badHistory(
            path: directory.database.path, .fetchFailed(.unreadable(damage.row)))
        ) {
          try await HistoryMerge(directory.database.path, into: target).run()
        }
      }
    }
    #expect(try target.recordCounts().total == 0)
  }

  @Test("training is told of it and goes on with the rest")
  func skipped() async throws {
    for damage in Damage.all {
      try await with(damage) {
        var hearing = HearingModel()
        let unreadable = try store.replay(into: &hearing, isSkippingUnreadable: true)
        #expect(unreadable.count == 1, "\(damage)")
        #expect(unreadable.first == damage.row)
        var iterator = try store.records(
          of: ComparisonRecord.self, batchSize: 1, unreadable: .skip)
        var count = 0
        while try iterator.next() != nil { count += 1 }
        #expect(count + iterator.unreadable.count == 3, "\(damage)")
      }
    }
    try store.save(makeComparison())
  }

  @Test("the check names all of them")
  func checked() async throws {
    for damage in Damage.all {
      try await with(damage, in: "2, 3") {
        let rows = try store.check(directory.recoveryPlaces).findings.filter {
          if case .unreadableRows = $0 { true } else { false }
        }
        #expect(
          rows == [
            .unreadableRows(
              table: damage.table, column: damage.column, count: 2, firstSequences: [2, 3])
          ])
      }
    }
  }

  @Test("rows without a time are passed over, however many, wherever a batch ends")
  func untimed() throws {
    for second in 4...9 { try store.save(makeComparison(at: tenOClock + Double(second))) }
    try store.execute("UPDATE comparisonRecord SET timestamp = NULL WHERE sequence % 2 = 0")
    try store.execute("UPDATE comparisonRecord SET timestamp = 'then' WHERE sequence > 6")
    for batchSize in 1...10 {
      var iterator = try store.records(
        of: ComparisonRecord.self, batchSize: batchSize, unreadable: .skip)
      var sequences = 0
      while try iterator.next() != nil { sequences += 1 }
      #expect(sequences == 3)
      #expect(iterator.unreadable.count == 6)
    }
  }

  @Test("a table whose rows have no number is refused, not read in part")
  func unnumbered() throws {
    let columns = ComparisonRecord.columns.joined(separator: ", ")
    for number in ["NULL", "'one'", "1.5"] {
      try store.execute(
        """
        CREATE TABLE loose (sequence, \(columns));
        INSERT INTO loose SELECT \(number), \(columns) FROM comparisonRecord;
        DROP TABLE comparisonRecord;
        ALTER TABLE loose RENAME TO comparisonRecord;
        """)
      let row = UnreadableRow(table: "comparisonRecord", sequence: nil, column: "sequence")
      #expect(throws: DataStoreError.fetchFailed(.unreadable(row))) { try store.allComparisons() }
    }
  }

  @Test("an import beside it compares nothing with it and names it")
  func imported() async throws {
    let line = RecordLine.text(
      of: RecordedResult(ComparisonRecord(makeComparison(at: tenOClock + 2)))
    )
    .replacing(#/"id":"[^"]*",/#, with: "")
    try store.execute("UPDATE comparisonRecord SET tuningSystem = NULL WHERE sequence = 2")
    let row = UnreadableRow(table: "comparisonRecord", sequence: 2, column: "tuningSystem")
    await #expect(throws: DataStoreError.saveFailed(.unreadable(row))) {
      try await store.take(FileFormat.jsonLines.firstLine + "\n" + line + "\n", in: directory)
    }
    #expect(try store.recordCounts()[.comparison] == 3)
  }

  @Test("SQLite's own words about a row are not said beside ours")
  func saidOnce() throws {
    let fresh = try TemporaryDirectory()
    let strict = try TrainingDataStore(url: fresh.database)
    for second in 1...30 { try strict.save(makeComparison(at: tenOClock + Double(second))) }
    try strict.execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE comparisonRecord SET targetNote = 99")
    #expect(
      try strict.check(fresh.recoveryPlaces).findings == [
        .unreadableRows(
          table: "comparisonRecord", column: "targetNote", count: 30,
          firstSequences: Array(1...10))
      ])
  }
}
