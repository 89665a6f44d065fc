internal import GRDB

/// Looks for what is wrong with the records of a database.
struct DatabaseInspection {
  let database: Database

  /// How many of SQLite's findings are passed on: a damaged file has thousands.
  private static let mostFindings = 10

  /// - Parameter progress: told before each step which share is done, as they usually take.
  func findings(progress: (Double) -> Void) throws -> [HistoryFinding] {
    progress(0)
    let damage = try String.fetchAll(
      database, sql: "PRAGMA integrity_check(\(Self.mostFindings))"
    ).filter { $0 != "ok" }
    do {
      return try damage.map { .damaged($0) } + rows(progress) + foreignObjects()
    } catch  where !damage.isEmpty {
      // What is asked of a damaged file may fail.
      return damage.map { .damaged($0) }
    }
  }

  private func rows(_ progress: (Double) -> Void) throws -> [HistoryFinding] {
    let steps: [(share: Double, step: () throws -> [HistoryFinding])] = [
      (0.3, { try unreadableRows(of: ComparisonRecord.self) }),
      (0.5, { try unreadableRows(of: PitchMatchingRecord.self) }),
      (0.7, repeatedIDs), (0.85, { try doubled(ComparisonRecord.self) }),
      (0.95, { try doubled(PitchMatchingRecord.self) }),
    ]
    return try steps.flatMap { share, step in
      progress(share)
      return try step()
    }
  }

  private func unreadableRows<Record: StoredRecord>(
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

  /// Without the index, which may be what is damaged.
  private func repeatedIDs() throws -> [HistoryFinding] {
    let count =
      try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM (SELECT id FROM (
            SELECT id FROM comparisonRecord NOT INDEXED
            UNION ALL SELECT id FROM pitchMatchingRecord NOT INDEXED)
          GROUP BY id HAVING count(*) > 1)
          """) ?? 0
    return count == 0 ? [] : [.repeatedIDs(count: count)]
  }

  /// Equal in everything, to the millisecond. Whole seconds are those of histories that came from
  /// elsewhere, where two results may well be alike, as are those that an import has numbered.
  private func doubled<Record: StoredRecord>(_ type: Record.Type) throws -> [HistoryFinding] {
    let table = Record.databaseTableName
    let count =
      try Int.fetchOne(
        database,
        sql: """
          SELECT ifnull(sum(more), 0) FROM (
            SELECT count(*) - 1 AS more FROM \(table)
            WHERE timestamp % 1000 <> 0 AND substr(id, 15, 1) <> '5'
            GROUP BY timestamp, referenceNote, interval, tuningSystem,
              \(Record.resultColumns.first), \(Record.resultColumns.second)
            HAVING count(*) > 1)
          """) ?? 0
    return count == 0 ? [] : [.doubledRecords(table: table, count: count)]
  }

  private func foreignObjects() throws -> [HistoryFinding] {
    let known =
      ["grdb_migrations"]
      + [ComparisonRecord.databaseTableName, PitchMatchingRecord.databaseTableName]
      .flatMap { [$0, "\($0)_timestamp"] }
    let names = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    let foreign = names.filter { !known.contains($0) }
    return foreign.isEmpty ? [] : [.foreignObjects(foreign)]
  }
}
