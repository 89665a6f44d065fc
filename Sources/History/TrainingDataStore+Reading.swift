import Foundation
internal import GRDB
import Training

extension TrainingDataStore {
  /// Records read at once: some hundred kilobytes.
  nonisolated static let standardBatchSize = 1000

  /// The faults that SQLite's own check finds in the database, in its words; empty if there are
  /// none.
  ///
  /// It reads the whole file. A file too damaged to be checked throws `fetchFailed(.corrupt)`.
  public func integrityCheck() throws(DataStoreError) -> [String] {
    try read { database in
      try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    }
  }

  /// Calls `body` with each result stored so far, those of a training in order of time. Throws
  /// `fetchFailed`, and whatever `body` throws.
  public func forEachResult(_ body: (RecordedResult) throws -> Void) throws {
    for type in RecordedResult.types { try forEachResult(of: type, body) }
  }

  private func forEachResult<Record: TrainingRecord>(
    of type: Record.Type, _ body: (RecordedResult) throws -> Void
  ) throws {
    try forEach(type) { try body(RecordedResult($0)) }
  }

  /// Calls `body` with each record of a type stored so far, in order of time. Throws `fetchFailed`,
  /// and whatever `body` throws.
  func forEach<Record: TrainingRecord>(
    _ type: Record.Type, batchSize: Int = standardBatchSize, _ body: (Record) throws -> Void
  ) throws {
    var iterator = try records(of: type, batchSize: batchSize)
    while let record = try iterator.next() { try body(record) }
  }

  /// The records of a type stored so far, in order of time. Throws `fetchFailed`.
  func records<Record: TrainingRecord>(
    of _: Record.Type, batchSize: Int = standardBatchSize,
    unreadable policy: UnreadablePolicy = .refuse
  ) throws(DataStoreError) -> RecordIterator<Record> {
    let last = try read { try RecordPage<Record>.lastSequence($0) }
    return RecordIterator(batchSize: batchSize) { [self] position, limit throws(DataStoreError) in
      try read { database in
        try RecordPage(
          after: position, limit: limit, lastSequence: last, policy: policy, database)
      }
    }
  }
}

extension RecordCounts {
  init(_ database: Database) throws {
    var counts: [TrainingName: Int] = [:]
    var withdrawn = 0
    for type in RecordedResult.types {
      let found = try Self.counts(type.databaseTableName, database)
      counts[type.training] = found.all - found.withdrawn
      withdrawn += found.withdrawn
    }
    self.init(counts, withdrawn: withdrawn)
  }

  /// Both are counted in an index.
  private static func counts(
    _ table: String, _ database: Database
  ) throws -> (all: Int, withdrawn: Int) {
    func count(_ condition: String) throws -> Int {
      try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)\(condition)") ?? 0
    }
    return (try count(""), try count(" WHERE withdrawn = 1"))
  }
}

extension TrainingDataStore {
  /// The last answer of the last run of training, whether it was taken back or not; `nil` if no record
  /// names a run. Throws `fetchFailed`.
  public func lastAnswer() throws(DataStoreError) -> RecordedResult? {
    try read { database in
      var last: RecordedResult?
      for type in RecordedResult.types {
        guard let result = try type.last(database) else { continue }
        if let last, result.timestamp < last.timestamp { continue }
        last = result
      }
      return last
    }
  }

  /// When the last answer was given, also an imported one; `nil` without answers. One that was taken back does
  /// not count. Throws `fetchFailed`.
  public func lastTime() throws(DataStoreError) -> Date? {
    try read { database in
      var last: Int64?
      for type in RecordedResult.types {
        let time = try Int64.fetchOne(
          database,
          sql: """
            SELECT timestamp FROM \(type.databaseTableName)
            WHERE timestamp IS NOT NULL AND withdrawn IS NOT 1
            ORDER BY timestamp DESC, sequence DESC LIMIT 1
            """)
        if let time { last = max(last ?? time, time) }
      }
      return last.map { Date(millisecondsSince1970: $0) }
    }
  }

  /// The played notes of the run in which one was played last, in order of time; those that were taken back
  /// do not count. Throws `fetchFailed`.
  ///
  /// - Parameter count: the most notes to return, the last ones.
  public func lastPlayed(count: Int) throws(DataStoreError) -> [PlayingRecord] {
    try read { database in
      let table = PlayingRecord.databaseTableName
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT \(RecordColumn.selection(for: PlayingRecord.self, .whole)) FROM \(table)
          WHERE withdrawn IS NOT 1 AND run = (
            SELECT run FROM \(table) WHERE withdrawn IS NOT 1 AND run IS NOT NULL
            ORDER BY timestamp DESC, sequence DESC LIMIT 1)
          ORDER BY timestamp DESC, sequence DESC LIMIT ?
          """, arguments: [count])
      // One that is no record is named by whoever reads all of them.
      return rows.reversed().compactMap {
        try? RecordRow<PlayingRecord>(row: $0).record(.whole)
      }
    }
  }

  /// When the last answers of a training were given, the last one first; answers that were taken back and
  /// imported ones do not count. Throws `fetchFailed`.
  ///
  /// - Parameter count: the most times to return.
  public func lastTimes(
    of training: TrainingName, count: Int
  ) throws(DataStoreError) -> [Date] {
    guard let type = RecordedResult.recordType(of: training) else { return [] }
    return try read { database in
      try Int64.fetchAll(
        database,
        sql: """
          SELECT timestamp FROM \(type.databaseTableName)
          WHERE run IS NOT NULL AND withdrawn IS NOT 1
          ORDER BY timestamp DESC, sequence DESC LIMIT ?
          """, arguments: [count]
      ).map { Date(millisecondsSince1970: $0) }
    }
  }
}
