internal import GRDB
import Training

extension TrainingDataStore {
  /// Rebuilds a model of hearing from every record stored so far, in order of time; if that fails, it
  /// stays as it is. Throws `fetchFailed`.
  ///
  /// - Parameters:
  ///   - hearing: replaced by what the records lead to.
  ///   - isSkippingUnreadable: whether rows that are no records are passed over. If not, the first
  ///     throws.
  ///   - progress: called with the share that is done, 0…1, after every few thousand records.
  /// - Returns: the rows that were passed over.
  @discardableResult
  public func replay(
    into hearing: inout HearingModel, isSkippingUnreadable: Bool = false,
    progress: (Double) -> Void = { _ in }
  ) throws(DataStoreError) -> UnreadableRows {
    let total = try recordCounts().total
    let replayed = try reader.replay(isSkippingUnreadable ? .skip : .refuse) { done in
      progress(min(Double(done) / Double(max(total, 1)), 1))
    }
    hearing = replayed.hearing
    return replayed.unreadable
  }

  /// Reads, off the main thread, what `need` asks for. ``replayed(after:isSkippingUnreadable:)`` reads the
  /// rest. Throws `fetchFailed`, also if the store is closed meanwhile.
  ///
  /// - Parameters:
  ///   - window: how many of the last answers are enough. If those are not all that count, the outcome is
  ///     provisional, and ``preparation(after:isSkippingUnreadable:)`` reads them all.
  ///   - isSkippingUnreadable: as when everything is read, which tells of those rows.
  public func prepared(
    for need: HearingNeed?, window: HearingWindow = .whole, isSkippingUnreadable: Bool = false
  ) async throws(DataStoreError) -> PreparedHistory {
    try read { _ in }
    return try await reader.prepared(for: need, window, isSkippingUnreadable ? .skip : .refuse)
  }

  /// Begins to read, on another thread, all that counts of what was asked for; what was stored since then is
  /// left out. `nil` unless `prepared` is provisional.
  public func preparation(
    after prepared: PreparedHistory, isSkippingUnreadable: Bool = false
  ) -> HistoryPreparation? {
    guard prepared.isProvisional else { return nil }
    return HistoryPreparation { [reader] () throws(DataStoreError) -> PreparedHistory in
      try reader.prepared(after: prepared, isSkippingUnreadable ? .skip : .refuse)
    }
  }

  /// Reads the rest, off the main thread; what was stored since then is left out. Throws `fetchFailed`, also
  /// if the store is closed meanwhile.
  public func replayed(
    after prepared: PreparedHistory, isSkippingUnreadable: Bool = false
  ) async throws(DataStoreError) -> ReplayedHistory {
    try read { _ in }
    return try await reader.replayed(after: prepared, isSkippingUnreadable ? .skip : .refuse)
  }

  /// Begins to read all records anew on another thread, passing over rows that are no records; what is stored
  /// from now on is left out. Throws `fetchFailed`.
  public func rereading() throws(DataStoreError) -> HistoryWork<RereadHistory> {
    try read { _ in }
    let all = PreparedHistory(lastSequences: try reader.lastSequences(), need: nil)
    return HistoryWork { [reader] () throws(DataStoreError) -> RereadHistory in
      let replayed = try reader.replay(after: all, .skip) { _ in }
      return RereadHistory(
        hearing: replayed.hearing, counts: try reader.read { try RecordCounts($0) })
    }
  }

  var reader: RecordReader {
    RecordReader(queue: queue, path: path, index: indexFile)
  }
}

/// What the records of a history lead to.
public struct ReplayedHistory: Sendable {
  public let hearing: HearingModel

  /// The rows that were passed over.
  public let unreadable: UnreadableRows
}

/// What the records of a history lead to after somebody else has changed them.
public struct RereadHistory: Sendable {
  public let hearing: HearingModel

  /// How many there are.
  public let counts: RecordCounts
}

/// Reads the records of a history on any thread, a page at a time. Nothing is locked between the pages.
struct RecordReader: Sendable {
  let queue: DatabaseQueue

  /// The database, for faults.
  let path: String

  /// `nil` for a database without a log.
  let index: LogIndexFile?

  /// Runs `body`, which only reads. Throws `fetchFailed`, also if the store is closed.
  func read<Value>(_ body: (Database) throws -> Value) throws(DataStoreError) -> Value {
    do {
      if let index, !index.isWhole { throw DataStoreFault.fileReplaced(path: index.path) }
      return try queue.inDatabase { database in
        // The store may be closed between two pages. GRDB's own read would then ask SQLite for the state
        // of no connection, which ends the process.
        guard database.sqliteConnection != nil else { throw DataStoreFault.closed }
        return try database.readOnly { try body(database) }
      }
    } catch {
      throw .fetchFailed(DataStoreFault(error, path: path))
    }
  }

  /// - Parameter count: called now and then with the number of rows so far.
  func replay(
    _ policy: UnreadablePolicy, count: (Int) -> Void
  ) throws(DataStoreError) -> ReplayedHistory {
    try replay(
      after: PreparedHistory(lastSequences: lastSequences(), need: nil), policy, count: count)
  }

  fileprivate func replay(
    after prepared: PreparedHistory, _ policy: UnreadablePolicy, count: (Int) -> Void
  ) throws(DataStoreError) -> ReplayedHistory {
    var replay = prepared.replay
    var unreadable = prepared.unreadable
    var done = 0
    func countMore(_ rows: Int) {
      done += rows
      count(done)
    }
    for type in RecordedResult.types where !prepared.read.contains(type.training) {
      unreadable.add(
        try type.replay(
          self, upTo: prepared.lastSequence(of: type), into: &replay, policy, count: countMore))
    }
    return ReplayedHistory(
      hearing: replay.finish(without: prepared.need), unreadable: unreadable)
  }

  @concurrent
  func replayed(
    after prepared: PreparedHistory, _ policy: UnreadablePolicy
  ) async throws(DataStoreError) -> ReplayedHistory {
    try replay(after: prepared, policy) { _ in }
  }

  /// The number of the last row of each table.
  func lastSequences() throws(DataStoreError) -> [String: Int64] {
    try read { database in
      var numbers: [String: Int64] = [:]
      for type in RecordedResult.types {
        numbers[type.databaseTableName] = try type.lastSequence(database)
      }
      return numbers
    }
  }
}

extension TrainingRecord {
  /// Rows read at once: some milliseconds, for which others wait.
  static var rowsAtOnce: Int { 4000 }

  static func lastSequence(_ database: Database) throws -> Int64 {
    try RecordPage<Self>.lastSequence(database)
  }

  static func replay(
    _ reader: RecordReader, upTo last: Int64, into replay: inout HearingReplay,
    _ policy: UnreadablePolicy, count: (Int) -> Void
  ) throws(DataStoreError) -> UnreadableRows {
    var unreadable = UnreadableRows()
    var texts = UsualTexts()
    var page = RecordPage<Self>()
    while !page.isLast {
      let position = page.end
      var rows = 0
      page = try reader.read { database in
        try RecordPage<Self>(
          after: position, limit: rowsAtOnce, lastSequence: last, extent: .hearing,
          policy: policy, database
        ) { row throws(UnreadableRow) in
          rows += 1
          if let usual = row.usual, add(usual, &texts, to: &replay) { return }
          try row.record(.hearing).add(to: &replay)
        }
      }
      unreadable.add(page.unreadable)
      count(rows)
    }
    return unreadable
  }
}
