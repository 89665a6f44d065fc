import Files
import Foundation
import MainThread
import Training
internal import GRDB
internal import GRDBSQLite
import Synchronization

/// The record of training, and the only code that touches its database.
///
/// A save that has returned survives `kill -9`, a crash and a power cut: the database is on the
/// disk by then. Everything here blocks the thread for as long as the disk takes; it may be called on any.
///
/// There is one connection. A second Peach may use the same file; each waits for the other to finish a write, up to
/// the timeout.
public final class TrainingDataStore: Sendable {
  /// How long to wait for another process that writes, in seconds: an import takes a few.
  public static let standardBusyTimeout: TimeInterval = 5

  let queue: DatabaseQueue
  let path: String

  /// Whether somebody was interrupted while writing, and that was undone when the history was opened.
  public let wasInterrupted: Bool

  /// The file that is open; `nil` for a store that does not write to a file.
  private let identity: FileIdentity?
  private let busyTimeout: TimeInterval
  private let copy: DatabaseCopy?
  private let isForReading: Bool
  private let state = Mutex(State())

  private struct State {
    var isClosed = false

    /// The result that was stored last, and the file as it was then.
    var announced: (id: UUID, file: Content?)?

    /// SQLite's `data_version` when it was last asked for.
    var seenVersion: Int?
  }

  private var announced: (id: UUID, file: Content?)? { state.withLock(\.announced) }

  /// What changes with the content of the file.
  private struct Content: Equatable {
    /// Counts the transactions that have changed it.
    let counter: UInt32
    let size: Int64
  }

  /// Opens the database, creating file and directories (mode 0700) if they are missing, and brings
  /// an older one to the newest version.
  ///
  /// Throws `contextUnavailable`. A refused file (no database, damaged, of another program, or of a
  /// newer Peach) stays as it is.
  public convenience init(
    url: URL, busyTimeout: TimeInterval = TrainingDataStore.standardBusyTimeout
  ) throws(DataStoreError) {
    let opened = try Self.open(url, busyTimeout: busyTimeout)
    do {
      try opened.check()
    } catch {
      throw .contextUnavailable(DataStoreFault(error, path: url.path))
    }
    self.init(opened, at: url, busyTimeout: busyTimeout)
  }

  /// Opens the database like ``init(url:busyTimeout:)``, off the main thread; after an interruption ``isSound()``
  /// is for later. Throws `contextUnavailable`.
  @concurrent
  public static func opened(
    at url: URL, busyTimeout: TimeInterval = TrainingDataStore.standardBusyTimeout
  ) async throws(DataStoreError) -> TrainingDataStore {
    TrainingDataStore(
      try open(url, busyTimeout: busyTimeout), at: url, busyTimeout: busyTimeout)
  }

  /// Whether SQLite finds no fault in the database; it reads the whole file, off the main thread.
  @concurrent
  public func isSound() async -> Bool {
    (try? await queue.read { try $0.isSound }) == true
  }

  private static func open(
    _ url: URL, busyTimeout: TimeInterval
  ) throws(DataStoreError) -> DatabaseFile.Opened {
    do {
      return try DatabaseFile(url: url, busyTimeout: busyTimeout).open()
    } catch {
      throw .contextUnavailable(DataStoreFault(error, path: url.path))
    }
  }

  private init(
    _ opened: DatabaseFile.Opened, at url: URL, busyTimeout: TimeInterval,
    isForReading: Bool = false
  ) {
    path = url.path
    (queue, copy, wasInterrupted) = (opened.queue, opened.copy, opened.wasInterrupted)
    (self.busyTimeout, self.isForReading) = (busyTimeout, isForReading)
    identity = isForReading ? nil : FileStatus(url.path)?.identity
  }

  private init(inMemory queue: DatabaseQueue) {
    self.queue = queue
    path = ":memory:"
    busyTimeout = 0
    copy = nil
    isForReading = false
    wasInterrupted = false
    identity = nil
  }

  /// A store only for reading. It leaves the file as it is, byte for byte, even if it is empty or
  /// of an older version; only what somebody has half written is undone. Throws `contextUnavailable`.
  ///
  /// - Parameter isLong: whether one of the readings takes long. None keeps others from storing.
  public static func onlyForReading(
    _ url: URL, isLong: Bool = false
  ) throws(DataStoreError) -> TrainingDataStore {
    let timeout = standardBusyTimeout
    do {
      let file = DatabaseFile(url: url, busyTimeout: timeout)
      let opened = try isLong ? file.openForLongReading() : file.openForReading()
      try opened.check()
      return TrainingDataStore(opened, at: url, busyTimeout: timeout, isForReading: true)
    } catch {
      throw .contextUnavailable(DataStoreFault(error, path: url.path))
    }
  }

  /// The history only for reading, or an empty one in memory if there is none: no file is made.
  /// Throws `contextUnavailable`.
  public static func forReading(
    _ url: URL, isLong: Bool = false
  ) throws(DataStoreError) -> TrainingDataStore {
    isPresent(url) ? try onlyForReading(url, isLong: isLong) : try inMemory()
  }

  /// Whether there is a history, or links in its place that lead in a circle.
  public static func isPresent(_ url: URL) -> Bool {
    FileStatus(url.path) != nil || FileStatus.isCircular(url.path)
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

  /// Closes the database. Every later call throws `contextUnavailable(.closed)`; closing again does nothing.
  public func close() {
    let wasClosed = state.withLock { state in
      defer { state.isClosed = true }
      return state.isClosed
    }
    guard !wasClosed else { return }
    // A connection that cannot be closed is closed with the process; nothing is lost.
    try? queue.close()
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
    do {
      return try queue.writeWithoutTransaction { database in
        var value: Value?
        try database.inTransaction(.immediate) {
          try checkPlace(database)
          value = try body(database)
          return .commit
        }
        try checkPlace(database)
        guard let value else { throw DataStoreFault.closed }
        return value
      }
    } catch let error as DatabaseError
      where announced != nil
      && [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(error.resultCode)
    {
      // It was whole when the last result was announced.
      throw DataStoreFault.fileReplaced(path: path)
    }
  }

  /// Throws if what lies at the path is not what is open, or has become older.
  private func checkPlace(_ database: Database) throws {
    guard let identity else { return }
    var hasMoved: CInt = 0
    guard FileStatus(path)?.identity == identity,
      sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        == SQLITE_OK, hasMoved == 0
    else { throw DataStoreFault.fileReplaced(path: path) }
    guard let before = announced?.file else { return }
    // Whoever keeps SQLite's rules counts up with each change.
    guard let now = content(database),
      now.counter == before.counter ? now == before : now.counter &- before.counter < .max / 2
    else { throw DataStoreFault.fileReplaced(path: path) }
  }

  /// `nil` for a database with a write-ahead log, in which not every change is counted.
  private func content(_ database: Database) -> Content? {
    guard let file = SQLiteFile(database.sqliteConnection), file.read(1, at: 18) == [1],
      let counter = file.changeCounter, let status = FileStatus(path)
    else { return nil }
    return Content(counter: counter, size: status.stamp.size)
  }

  /// Makes sure that results that were stored are in the file, and so is the one that was announced before them, unless
  /// somebody else has changed the history since. Throws `saveFailed(.fileReplaced)`.
  func confirm(_ ids: [UUID]) throws(DataStoreError) {
    guard identity != nil, let last = ids.last else { return }
    invariant(!isForReading, "what is only read announces nothing")
    do {
      let file = try queue.read { database in
        // What is in memory proves nothing.
        sqlite3_db_release_memory(database.sqliteConnection)
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM main.result WHERE id = ?")
        func isThere(_ id: UUID) throws -> Bool {
          try Int.fetchOne(statement, arguments: [id.columnValue]) != nil
        }
        let file = content(database)
        guard try ids.allSatisfy(isThere) else { throw DataStoreFault.fileReplaced(path: path) }
        if let announced, let before = announced.file, file?.counter == before.counter &+ 1,
          try !isThere(announced.id)
        {
          throw DataStoreFault.fileReplaced(path: path)
        }
        return file
      }
      state.withLock { $0.announced = (last, file) }
    } catch {
      throw .saveFailed(.fileReplaced(path: path))
    }
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
    guard !state.withLock(\.isClosed) else { throw .contextUnavailable(.closed) }
    do {
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

  /// Several times as many as the table and the indexes that a result is written to.
  static let fewPages = 32

  /// Whether another connection, of this process or of another one, has changed the history since the last look.
  /// Throws `fetchFailed`.
  public func hasChangedElsewhere() throws(DataStoreError) -> Bool {
    var none: HistoryMark?
    return try look(since: &none).isChanged
  }

  /// Whether another connection, of this process or of another one, has changed the history since the last look
  /// (false for the first), and the results that were stored since the mark, in order of time, whoever stored them.
  /// Both are of one moment: what is stored meanwhile is found by the next look. Throws `fetchFailed`.
  ///
  /// Without a mark it reads no record and takes some microseconds.
  ///
  /// - Parameter mark: becomes that of this moment; `nil` if anything else was changed, such as an older result that
  ///   was added, deleted or taken back.
  /// - Returns: no results if this process alone has changed the history: it knows them.
  @discardableResult
  public func look(
    since mark: inout HistoryMark?
  ) throws(DataStoreError) -> (isChanged: Bool, added: [RecordedResult]) {
    let before = mark
    let seen = state.withLock(\.seenVersion)
    let (version, isChanged, next) = try read { database in
      let version = try Int.fetchOne(database, sql: "PRAGMA data_version")
      let isChanged = seen != nil && seen != version
      return (version, isChanged, try before?.advanced(in: database, isOwn: !isChanged))
    }
    state.withLock { $0.seenVersion = version }
    mark = next?.mark
    return (isChanged, next?.added ?? [])
  }
}
