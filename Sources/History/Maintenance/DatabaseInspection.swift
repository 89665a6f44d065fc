internal import GRDB
import Training

/// Checks the records of a database.
struct DatabaseInspection {
  let database: Database

  /// How many of SQLite's findings are passed on; a damaged file has thousands.
  private static let mostFindings = 10

  /// - Parameter progress: called before each step with the share of the usual time that has
  ///   passed.
  func findings(progress: (Double) -> Void) throws -> [HistoryFinding] {
    progress(0)
    let damage = try String.fetchAll(
      database, sql: "PRAGMA integrity_check(\(Self.mostFindings))"
    ).filter { $0 != "ok" }
    do {
      return try damage.map { .damaged($0) } + rows(progress) + foreignObjects()
    } catch  where !damage.isEmpty {
      // Further queries on a damaged file may fail.
      return damage.map { .damaged($0) }
    }
  }

  private func rows(_ progress: (Double) -> Void) throws -> [HistoryFinding] {
    let steps: [(share: Double, step: () throws -> [HistoryFinding])] = [
      (0.3, { try unreadableRows(of: ComparisonRecord.self) }),
      (0.5, { try unreadableRows(of: PitchMatchingRecord.self) }),
      (0.7, repeatedIDs), (0.85, { try doubled(.comparison) }),
      (0.95, { try doubled(.matching) }),
    ]
    return try steps.flatMap { share, step in
      progress(share)
      return try step()
    }
  }

  private func unreadableRows<Record: TrainingRecord>(
    of type: Record.Type
  ) throws -> [HistoryFinding] {
    let table = Record.databaseTableName
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT \(RecordColumn.selection(for: type)) FROM \(table) ORDER BY sequence")
    var count = 0
    var first: Int64?
    while let row = try rows.next() {
      let reader = RecordRow(row: row, table: table)
      guard (try? Record(reader)) == nil else { continue }
      count += 1
      let sequence: Int64? = try? reader.value(.sequence)
      first = first ?? sequence
    }
    return count == 0
      ? [] : [.unreadableRows(table: table, count: count, firstSequence: first ?? 0)]
  }

  /// Reads without the index, which may be what is damaged.
  private func repeatedIDs() throws -> [HistoryFinding] {
    let ids = TrainingName.recorded.map { "SELECT id FROM \($0.table) NOT INDEXED" }
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
  private func doubled(_ training: TrainingName) throws -> [HistoryFinding] {
    let table = training.table
    let count =
      try Int.fetchOne(
        database,
        sql: """
          SELECT ifnull(sum(more), 0) FROM (
            SELECT count(*) - 1 AS more FROM \(table)
            WHERE timestamp % 1000 <> 0 AND substr(id, 15, 1) <> '5'
            GROUP BY \(RecordContent.columns(of: training).joined(separator: ", "))
            HAVING count(*) > 1)
          """) ?? 0
    return count == 0 ? [] : [.doubledRecords(table: table, count: count)]
  }

  private func foreignObjects() throws -> [HistoryFinding] {
    let known =
      ["grdb_migrations"]
      + TrainingName.recorded.map(\.table).flatMap { [$0, "\($0)_timestamp"] }
    let names = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    let foreign = names.filter { !known.contains($0) }
    return foreign.isEmpty ? [] : [.foreignObjects(foreign)]
  }
}
