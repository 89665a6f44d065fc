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

  /// Brings an older database to the newest version, and closes it, off the main thread. Throws
  /// `contextUnavailable`.
  public static func migrate(_ url: URL) async throws(DataStoreError) {
    let store = try await opened(at: url)
    await OpenedDatabase.foldLog(of: store.queue)
    store.close()
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
  /// Keeps only a few pages of the database in memory from now on: enough to store one result after the
  /// other, and no more with each of them. A change of many records would take longer.
  public func keepLittleInMemory() {
    try? access(DataStoreError.fetchFailed) {
      try queue.inDatabase {
        try $0.execute(sql: "PRAGMA cache_size = \(Self.fewPages); PRAGMA shrink_memory")
      }
    }
  }

  /// Twice as many as the tables and indexes that a result is written to.
  nonisolated static let fewPages = 32

  /// Whether another connection, of this process or of another one, has changed the database since
  /// the last call; false for the first. It reads no record and takes some microseconds. Throws
  /// `fetchFailed`.
  public func hasChangedElsewhere() throws(DataStoreError) -> Bool {
    let version = try read { try Int.fetchOne($0, sql: "PRAGMA data_version") }
    defer { seenVersion = version }
    return seenVersion != nil && seenVersion != version
  }
}
