import Foundation
import GRDB
import Testing
import Training

@testable import History

/// Three comparisons and three matchings in a table of another program's making: without types and
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
    let columns = (["training"] + ResultFields.all.map(\.name)).joined(separator: ", ")
    try store.execute(
      """
      CREATE TABLE loose (sequence INTEGER PRIMARY KEY, \(columns));
      INSERT INTO loose SELECT sequence, \(columns) FROM result ORDER BY training, sequence;
      \(Schema.views.map { "DROP VIEW \($0.name);" }.joined())
      DROP TABLE result;
      ALTER TABLE loose RENAME TO result;
      CREATE INDEX result_timestamp ON result (timestamp, sequence);
      UPDATE result SET sequence = -sequence;
      UPDATE result SET sequence = rank FROM (
        SELECT id AS one, row_number() OVER (ORDER BY training, timestamp) AS rank FROM result)
      WHERE one = id;
      """)
  }

  /// A value that a column may not hold, in a comparison or a matching.
  struct Damage: CustomTestStringConvertible, Sendable {
    let training: TrainingName
    let column: String
    let value: String
    var sequence: Int { training == .comparison ? 2 : 5 }
    var row: UnreadableRow {
      UnreadableRow(table: "result", sequence: Int64(sequence), column: column)
    }
    var testDescription: String { "\(training).\(column) = \(value)" }

    static let all = [TrainingName.comparison, .matching].flatMap { training in
      (ResultFields.shared + ResultFields.measures).filter { $0.trainings.contains(training) }
        .flatMap { field in
          values(of: field.name).map {
            Damage(training: training, column: field.name, value: $0)
          }
        }
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

  /// Calls `body` while that row, and the next if wanted, hold the damage.
  private func with(
    _ damage: Damage, rows: Int = 1, _ body: () async throws -> Void
  ) async throws {
    let column = damage.column
    let values = try store.strings(
      "SELECT quote(\(column)) AS value FROM result ORDER BY sequence", column: "value")
    let places = damage.sequence..<(damage.sequence + rows)
    try store.execute(
      """
      UPDATE result SET \(column) = \(damage.value)
      WHERE sequence BETWEEN \(places.lowerBound) AND \(places.upperBound - 1)
      """)
    try await body()
    for (index, value) in values.enumerated() {
      try store.execute(
        "UPDATE result SET \(column) = \(value ?? "NULL") WHERE sequence = \(index + 1)")
    }
  }

  @Test("every reader refuses it by table, row and column")
  func refused() async throws {
    let file = directory.url.appendingPathComponent("out.csv")
    for damage in Damage.all {
      try await with(damage) {
        #expect(throws: DataStoreError.fetchFailed(.unreadable(damage.row)), "\(damage)") {
          try store.hearing()
        }
        await #expect(throws: DataStoreError.fetchFailed(.unreadable(damage.row)), "\(damage)") {
          try await HistoryExport(of: store, to: file.path, as: .csv).run()
        }
      }
    }
    #expect(!file.isThere)
    _ = try store.hearing()
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
        let unreadable = try await store.reread().outcome().unreadable
        #expect(unreadable.count == 1, "\(damage)")
        #expect(unreadable.first == damage.row)
        var pages = try store.pages(size: 1, .skip)
        var count = 0
        while !pages.isAtEnd { count += try store.nextPage(of: &pages).count }
        #expect(count + pages.unreadable.count == 6, "\(damage)")
      }
    }
    try store.save(makeComparison())
  }

  @Test("the check names all of them")
  func checked() async throws {
    for damage in Damage.all {
      try await with(damage, rows: 2) {
        let rows = try store.check(directory.recoveryPlaces).findings.filter {
          if case .unreadableRows = $0 { true } else { false }
        }
        #expect(
          rows == [
            .unreadableRows(
              table: "result", column: damage.column, count: 2,
              firstSequences: [damage.sequence, damage.sequence + 1].map { Int64($0) })
          ])
      }
    }
  }

  @Test("rows without a time are passed over, however many, wherever a batch ends")
  func untimed() throws {
    for second in 4...9 { try store.save(makeComparison(at: tenOClock + Double(second))) }
    try store.execute("UPDATE result SET timestamp = NULL WHERE sequence % 2 = 0")
    try store.execute("UPDATE result SET timestamp = 'then' WHERE sequence > 9")
    for size in 1...13 {
      var pages = try store.pages(size: size, .skip)
      var count = 0
      while !pages.isAtEnd { count += try store.nextPage(of: &pages).count }
      #expect(count == 5)
      #expect(pages.unreadable.count == 7)
    }
  }

  @Test("a table whose rows have no number is refused, not read in part")
  func unnumbered() throws {
    let columns = (["training"] + ResultFields.all.map(\.name)).joined(separator: ", ")
    for number in ["NULL", "'one'", "1.5"] {
      try store.execute(
        """
        CREATE TABLE loose (sequence, \(columns));
        INSERT INTO loose SELECT \(number), \(columns) FROM result;
        DROP TABLE result;
        ALTER TABLE loose RENAME TO result;
        """)
      let row = UnreadableRow(table: "result", sequence: nil, column: "sequence")
      #expect(throws: DataStoreError.fetchFailed(.unreadable(row))) { try store.allComparisons() }
    }
  }

  @Test("an import beside it compares nothing with it and names it")
  func imported() async throws {
    let line = RecordLine.text(
      of: RecordedResult(makeComparison(at: tenOClock + 2))
    )
    .replacing(#/"id":"[^"]*",/#, with: "")
    try store.execute("UPDATE result SET tuningSystem = NULL WHERE sequence = 2")
    let row = UnreadableRow(table: "result", sequence: 2, column: "tuningSystem")
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
      "PRAGMA ignore_check_constraints = ON; UPDATE result SET targetNote = 99")
    #expect(
      try strict.check(fresh.recoveryPlaces).findings == [
        .unreadableRows(
          table: "result", column: "targetNote", count: 30,
          firstSequences: Array(1...10))
      ])
  }
}
