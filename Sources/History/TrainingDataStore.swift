import Files
import Foundation
import Training
internal import GRDB

/// The record of training, and the only code that touches its database.
///
/// A save that has returned survives `kill -9`, a crash and a power cut: SQLite's log is on the
/// disk by then. Everything here blocks the main thread for as long as the disk takes (a few
/// milliseconds for a save), so that a result is shown only after it is safe.
///
/// There is one connection: all access is on the main thread, so a pool of readers would be of no
/// use. A second Peach may use the same file; each waits for the other to finish a write, up to the
/// timeout.
@MainActor
public final class TrainingDataStore {
  /// How long to wait for another process that writes, in seconds: an import takes a few.
  public nonisolated static let standardBusyTimeout: TimeInterval = 5

  let queue: DatabaseQueue
  let path: String

  /// What lies at the path, for reads on another thread; `nil` for a database without a log.
  var indexFile: LogIndexFile? { files?.indexFile }

  /// What lies at the path; `nil` for a store that does not write to a file.
  private let files: OpenFiles?
  private let busyTimeout: TimeInterval
  private let copy: DatabaseCopy?
  private let isForReading: Bool
  private var isClosed = false

  /// SQLite's `data_version` when it was last asked for.
  private var seenVersion: Int?

  /// Opens the database, creating file and directories (mode 0700) if they are missing, and brings
  /// an older one to the newest version.
  ///
  /// Throws `contextUnavailable`. A refused file (no database, damaged, of another program, or of a
  /// newer Peach) stays as it is.
  public convenience init(
    url: URL, busyTimeout: TimeInterval = TrainingDataStore.standardBusyTimeout
  ) throws(DataStoreError) {
    try self.init(url: url, busyTimeout: busyTimeout, checksFiles: true)
  }

  /// - Parameter checksFiles: whether each save makes sure that what lies at the path is what is open,
  ///   and holds the result. Only a measurement of what that costs goes without.
  package convenience init(
    url: URL, busyTimeout: TimeInterval = TrainingDataStore.standardBusyTimeout, checksFiles: Bool
  ) throws(DataStoreError) {
    self.init(try OpenedDatabase(url, busyTimeout: busyTimeout, checksFiles: checksFiles))
  }

  /// Opens the database like ``init(url:busyTimeout:)``, off the main thread. Throws
  /// `contextUnavailable`.
  public static func opened(
    at url: URL, busyTimeout: TimeInterval = TrainingDataStore.standardBusyTimeout
  ) async throws(DataStoreError) -> TrainingDataStore {
    TrainingDataStore(try await OpenedDatabase.opening(url, busyTimeout: busyTimeout))
  }

  private init(_ opened: OpenedDatabase) {
    path = opened.path
    busyTimeout = opened.busyTimeout
    copy = nil
    isForReading = false
    queue = opened.queue
    files = opened.files
  }

  private init(inMemory queue: DatabaseQueue) {
    self.queue = queue
    path = ":memory:"
    busyTimeout = 0
    copy = nil
    isForReading = false
    files = nil
  }

  private init(reading url: URL) throws(DataStoreError) {
    path = url.path
    busyTimeout = Self.standardBusyTimeout
    isForReading = true
    do {
      (queue, copy) = try DatabaseFile(url: url, busyTimeout: busyTimeout).openForReading()
    } catch {
      throw .contextUnavailable(DataStoreFault(error, path: url.path))
    }
    files = nil
  }

  /// A store only for reading. It leaves the file as it is, byte for byte, even if it is empty or
  /// of an older version. Throws `contextUnavailable`.
  public static func onlyForReading(_ url: URL) throws(DataStoreError) -> TrainingDataStore {
    try TrainingDataStore(reading: url)
  }

  /// The history only for reading, or an empty one in memory if there is none: no file is made.
  /// Throws `contextUnavailable`.
  public static func forReading(_ url: URL) throws(DataStoreError) -> TrainingDataStore {
    try isPresent(url) ? try onlyForReading(url) : try inMemory()
  }

  /// Whether there is a history, or links in its place that lead in a circle. Throws
  /// `contextUnavailable` for a log whose database is gone.
  public static func isPresent(_ url: URL) throws(DataStoreError) -> Bool {
    if FileStatus(url.path) != nil || FileStatus.isCircular(url.path) { return true }
    do {
      _ = try LogInspection(path: FilePlace(url.path).path).state()
      return false
    } catch {
      throw .contextUnavailable(error)
    }
  }

  /// A store in memory, which is gone with the process.
  public static func inMemory() throws(DataStoreError) -> TrainingDataStore {
    do {
      let queue = try DatabaseQueue()
      try Schema.prepare(queue)
      return TrainingDataStore(inMemory: queue)
    } catch {
      throw .contextUnavailable(DataStoreFault(error, path: ":memory:"))
    }
  }

  /// Closes the database and folds the log into the file. Every later call throws
  /// `contextUnavailable(.closed)`; closing again does nothing.
  ///
  /// If its files are no longer those that were opened, they stay as they are: the log would be
  /// folded into a file that it does not belong to.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    guard areFilesOurs else {
      Self.abandoned.append(queue)
      return
    }
    // A connection that cannot be closed is closed with the process; nothing is lost.
    try? queue.close()
  }

  /// Connections that are never closed; the process ends with them.
  private static var abandoned: [DatabaseQueue] = []

  private var areFilesOurs: Bool {
    guard let files else { return true }
    return queue.inDatabase { files.areOurs($0) }
  }

  /// Deletes the record of that id, whatever its training. Throws `deleteFailed`.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func delete(id: UUID) throws(DataStoreError) -> Bool {
    let key = id.storedText
    return try write(DataStoreError.deleteFailed) { database in
      var count = 0
      for type in RecordedResult.types {
        try database.execute(
          sql: "DELETE FROM \(type.databaseTableName) WHERE id = ?", arguments: [key])
        count += database.changesCount
      }
      return count > 0
    }
  }

  /// Marks the record of that id as taken back, whatever its training: from now on it counts nowhere.
  /// Throws `saveFailed`.
  ///
  /// - Returns: whether there was one that was not marked.
  @discardableResult
  public func withdraw(id: UUID, timeout: TimeInterval? = nil) throws(DataStoreError) -> Bool {
    try write(DataStoreError.saveFailed, timeout: timeout) { try Self.withdraw(id, $0) }
  }

  private static func withdraw(_ id: UUID, _ database: Database) throws -> Bool {
    for type in RecordedResult.types {
      try database.execute(
        sql:
          "UPDATE \(type.databaseTableName) SET withdrawn = 1 WHERE id = ? AND withdrawn IS NOT 1",
        arguments: [id.columnValue])
      if database.changesCount > 0 { return true }
    }
    return false
  }

  /// Deletes every record of every training in one step. Throws `deleteFailed`.
  func deleteAll() throws(DataStoreError) {
    try write(DataStoreError.deleteFailed) { try RecordedResult.deleteAll($0) }
  }

  /// Stores a result: whole, or not at all. Throws `saveFailed`.
  public func save(_ result: TrainingResult) throws(DataStoreError) {
    try save([RecordedResult(result)])
  }

  /// Stores results in one transaction: all of them, or none. Throws `saveFailed`.
  public func save(_ results: some Sequence<RecordedResult>) throws(DataStoreError) {
    try write(DataStoreError.saveFailed) { database in
      for result in results { try result.record.insert(database) }
    }
  }

  /// Runs `body` in a transaction of its own, which is on the disk on return.
  ///
  /// - Parameter timeout: how long to wait for another process that writes, in seconds; `nil` is
  ///   the store's own timeout.
  func write<Value>(
    _ failure: (DataStoreFault) -> DataStoreError, timeout: TimeInterval? = nil,
    _ body: (Database) throws -> Value
  ) throws(DataStoreError) -> Value {
    try access(failure) {
      guard !isForReading else { throw DataStoreFault.readOnly }
      guard let timeout else { return try checkedWrite(body) }
      try wait(upTo: timeout)
      defer { try? wait(upTo: busyTimeout) }
      return try checkedWrite(body)
    }
  }

  /// On return the database at the path holds what was written.
  private func checkedWrite<Value>(_ body: (Database) throws -> Value) throws -> Value {
    guard let files else { return try queue.write { try Self.markedWrite($0, body) } }
    return try queue.writeWithoutTransaction { database in
      var value: Value?
      try database.inTransaction {
        try files.checkBeforeWriting(database)
        value = try Self.markedWrite(database, body)
        return .commit
      }
      try files.checkAfterWriting(database)
      guard let value else { throw DataStoreFault.closed }
      return value
    }
  }

  /// Runs `body`, and lets the log show which history it was written for.
  private static func markedWrite<Value>(
    _ database: Database, _ body: (Database) throws -> Value
  ) throws -> Value {
    let value = try body(database)
    try HistoryLineage.touch(database)
    return value
  }

  private func wait(upTo seconds: TimeInterval) throws {
    try queue.inDatabase {
      try $0.execute(sql: "PRAGMA busy_timeout = \(Int(seconds * 1000))")
    }
  }

  /// Runs `body` on one unchanging state of the database. Throws `fetchFailed`.
  func read<Value>(_ body: (Database) throws -> Value) throws(DataStoreError) -> Value {
    try access(DataStoreError.fetchFailed) { try queue.read(body) }
  }

  private func access<Value>(
    _ failure: (DataStoreFault) -> DataStoreError, _ body: () throws -> Value
  ) throws(DataStoreError) -> Value {
    guard !isClosed else { throw .contextUnavailable(.closed) }
    do {
      try files?.checkIndex()
      return try body()
    } catch {
      throw failure(DataStoreFault(error, path: path))
    }
  }
}

extension TrainingDataStore {
  /// Whether another connection, of this process or of another one, has changed the database since
  /// the last call; false for the first. It reads no record and takes some microseconds. Throws
  /// `fetchFailed`.
  public func hasChangedElsewhere() throws(DataStoreError) -> Bool {
    let version = try read { try Int.fetchOne($0, sql: "PRAGMA data_version") }
    defer { seenVersion = version }
    return seenVersion != nil && seenVersion != version
  }
}

extension TrainingDataStore {
  /// Stores results in one transaction: all but those that break a rule, or none. A record whose id
  /// exists already stays as it was, but is taken back if the result is. Throws `saveFailed`.
  ///
  /// - Parameters:
  ///   - runs: the runs that they belong to; one that is there already stays as it was.
  ///   - timeout: how long to wait for another process that writes, in seconds.
  func store(
    _ results: [RecordedResult], of runs: [RunRecord] = [], timeout: TimeInterval? = nil
  ) throws(DataStoreError) -> StoringOutcome {
    guard !results.isEmpty || !runs.isEmpty else { return StoringOutcome() }
    return try write(DataStoreError.saveFailed, timeout: timeout) { database in
      var outcome = StoringOutcome()
      for run in runs { try run.insert(database) }
      for result in results {
        do {
          try result.record.insert(database)
          outcome.newCount += 1
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
          // SQLite undoes only the statement; the transaction goes on.
          let fault = DataStoreFault(error, path: path)
          if fault != .alreadyStored {
            outcome.refused[result.id] = fault
          } else if result.record.isWithdrawn {
            _ = try Self.withdraw(result.id, database)
          }
        }
      }
      return outcome
    }
  }
}

extension TrainingDataStore {
  /// Those of the ids that the history has a record of, withdrawn or not. Throws `fetchFailed`.
  func presentIDs(among ids: [UUID]) throws(DataStoreError) -> Set<UUID> {
    try read { database in
      var present: Set<UUID> = []
      for type in RecordedResult.types {
        let query = "SELECT 1 FROM \(type.databaseTableName) WHERE id = ?"
        for id in ids {
          let found = try Int.fetchOne(database, sql: query, arguments: [id.columnValue])
          if found != nil { present.insert(id) }
        }
      }
      return present
    }
  }
}

/// The outcome of storing several results at once.
struct StoringOutcome {
  /// How many were not in the database before.
  var newCount = 0

  /// Those that break a rule of the database, which will always refuse them.
  var refused: [UUID: DataStoreFault] = [:]
}
