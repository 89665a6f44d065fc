internal import GRDB
import Training

extension HistoryFinding {
  fileprivate var unreadableTable: String? {
    guard case .unreadableRows(let table, _, _, _) = self else { return nil }
    return table
  }
}

/// Checks the records of a database.
struct DatabaseInspection {
  let database: Database

  /// How many of SQLite's findings are passed on; a damaged file has thousands.
  private static let mostFindings = 10

  /// How many of them are looked through: it counts each row that breaks a rule, too.
  private static let mostExamined = 1000

  /// How many unreadable rows of one column are named.
  private static let mostNamed = 10

  /// - Parameter progress: called before each step with the share of the usual time that has
  ///   passed.
  func findings(progress: (Double) -> Void) throws -> [HistoryFinding] {
    progress(0)
    let damage = try String.fetchAll(
      database, sql: "PRAGMA integrity_check(\(Self.mostExamined))"
    ).filter { $0 != "ok" }
    do {
      let rows = try rows(progress)
      let inRows = Set(rows.compactMap(\.unreadableTable))
      let others = damage.filter { message in !inRows.contains { Self.isAboutRow(message, $0) } }
      return try others.prefix(Self.mostFindings).map { .damaged($0) } + rows + foreignObjects()
    } catch  where !damage.isEmpty {
      // Further queries on a damaged file may fail.
      return damage.prefix(Self.mostFindings).map { .damaged($0) }
    }
  }

  /// Whether SQLite says that a value of a row breaks a rule of its table, which the inspection of
  /// rows says better. The words are those of SQLite's `sqlite3Pragma`, case `integrity_check`.
  private static func isAboutRow(_ message: String, _ table: String) -> Bool {
    message.contains(" value in \(table).") || message == "CHECK constraint failed in \(table)"
  }

  private func rows(_ progress: (Double) -> Void) throws -> [HistoryFinding] {
    typealias Step = (share: Double, step: () throws -> [HistoryFinding])
    let types = RecordedResult.types
    func steps(
      from start: Double, _ length: Double,
      _ step: @escaping (any TrainingRecord.Type) throws -> [HistoryFinding]
    ) -> [Step] {
      types.enumerated().map { index, type in
        (start + length * Double(index) / Double(types.count), { try step(type) })
      }
    }
    let steps =
      steps(from: 0.3, 0.39) { Self.findings(try $0.unreadableRows(database)) }
      + [
        (0.69, { Self.findings(try RunRecord.unreadable(database)) }), (0.7, repeatedIDs),
      ] + steps(from: 0.85, 0.15, doubled)
    var findings: [HistoryFinding] = []
    for (share, step) in steps {
      progress(share)
      findings += try step()
    }
    return findings
  }

  /// A finding for each column of the one table that the rows are in.
  private static func findings(_ unreadable: [UnreadableRow]) -> [HistoryFinding] {
    Dictionary(grouping: unreadable, by: \.column).sorted { $0.key < $1.key }.map { column, rows in
      .unreadableRows(
        table: rows[0].table, column: column, count: rows.count,
        firstSequences: Array(rows.compactMap(\.sequence).prefix(mostNamed)))
    }
  }

  /// Reads without the index, which may be what is damaged.
  private func repeatedIDs() throws -> [HistoryFinding] {
    let ids = RecordedResult.types
      .map { "SELECT id FROM \($0.databaseTableName) NOT INDEXED" }
      .joined(separator: " UNION ALL ")
    let count =
      try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM (
            SELECT id FROM (\(ids)) GROUP BY id HAVING count(*) > 1)
          """) ?? 0
    return count == 0 ? [] : [.repeatedIDs(count: count)]
  }

  /// Records that are equal in everything, to the millisecond. Records at whole seconds, and those
  /// that an import has numbered, came from elsewhere: there two results may well be alike.
  private func doubled(_ type: any TrainingRecord.Type) throws -> [HistoryFinding] {
    let table = type.databaseTableName
    let count =
      try Int.fetchOne(
        database,
        sql: """
          SELECT ifnull(sum(more), 0) FROM (
            SELECT count(*) - 1 AS more FROM \(table)
            WHERE timestamp % 1000 <> 0 AND substr(id, 15, 1) <> '5'
            GROUP BY \(RecordContent.columns(of: type).joined(separator: ", "))
            HAVING count(*) > 1)
          """) ?? 0
    return count == 0 ? [] : [.doubledRecords(table: table, count: count)]
  }

  private func foreignObjects() throws -> [HistoryFinding] {
    let known =
      Schema.tables
      + RecordedResult.types.flatMap { type in
        Schema.orders.map { "\(type.databaseTableName)_\($0)" }
      }
    let names = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    let foreign = names.filter { !known.contains($0) }
    return foreign.isEmpty ? [] : [.foreignObjects(foreign)]
  }
}

extension TrainingRecord {
  static func unreadableRows(_ database: Database) throws -> [UnreadableRow] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(RecordColumn.selection(for: Self.self, .whole)) FROM \(databaseTableName)
        ORDER BY sequence
        """)
    var unreadable: [UnreadableRow] = []
    while let row = try rows.next() {
      do {
        _ = try RecordRow<Self>(row: row).record(.whole)
      } catch {
        unreadable.append(error)
      }
    }
    return unreadable
  }
}
