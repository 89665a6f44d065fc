internal import GRDB

/// A batch of records and the place where it ends.
struct RecordPage<Record: TrainingRecord> {
  private(set) var records: [Record] = []
  private(set) var end = RecordPosition.start

  /// Before the first batch.
  init() {}
}

extension RecordPage where Record: StoredRecord {
  /// The records after `position`, as far as `lastSequence`, at most `limit`.
  ///
  /// The index leads straight to the place, so the cost of a batch does not grow with what lies
  /// before it, as it would with an `OFFSET`.
  init(
    after position: RecordPosition, limit: Int, lastSequence: Int64, of type: Record.Type,
    _ database: Database
  ) throws {
    end = position
    records.reserveCapacity(limit)
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(RecordColumn.selection(for: type)) FROM \(Record.databaseTableName)
        WHERE (timestamp, sequence) > (?, ?) AND sequence <= ?
        ORDER BY timestamp, sequence LIMIT ?
        """,
      arguments: [position.milliseconds, position.sequence, lastSequence, limit])
    while let row = try rows.next() {
      let reader = RecordRow(row: row, table: Record.databaseTableName)
      records.append(try Record(reader))
      end = RecordPosition(
        milliseconds: try reader.value(.timestamp), sequence: try reader.value(.sequence))
    }
  }
}
