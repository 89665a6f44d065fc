import Files
import Foundation
import MainThread
internal import GRDB
internal import GRDBSQLite
import Synchronization
import Training

/// The record of training, and the only code that accesses its database.
///
/// A save that has returned survives `kill -9`, a crash and a power cut: the database is on the
/// disk by then. All methods block the thread while the disk works, and may be called on any.
///
/// There is one connection. A second Peach may use the same file; each waits for the other to
/// finish a write, up to the timeout.
public final class TrainingDataStore: Sendable {
  /// The longest wait for another process that writes, in seconds: an import takes a few.
  public static let standardBusyTimeout: TimeInterval = 5

  let queue: DatabaseQueue
  let path: String

  /// True if a write was interrupted, and was undone when the history was opened.
  public let wasInterrupted: Bool

  /// The file that is open; `nil` for a store that does not write to a file.
  private let identity: FileIdentity?
  private let busyTimeout: TimeInterval
  private let copy: DatabaseCopy?
  private let isForReading: Bool
  private let state = Mutex(State())

  private struct State {
    var isClosed = false

    /// The result that was stored last, and the state of the file then.
    var announced: (id: UUID, file: Content?)?

    /// SQLite's `data_version` when it was last asked for.
    var seenVersion: Int?
  }

  private var announced: (id: UUID, file: Content?)? { state.withLock(\.announced) }

  /// The properties of the file that change with its content.
  private struct Content: Equatable {
    /// The number of transactions that have changed it.
    let counter: UInt32
    let size: Int64
  }

  /// Opens the database, creating the file and missing directories (mode 0700), and migrates an
  /// older one to the newest version.
  ///
  /// Throws `contextUnavailable`. A refused file (not a database, damaged, of another program, or
  /// of a newer Peach) stays as it is.
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

  /// Opens the database like ``init(url:busyTimeout:)``, off the main thread, without checking it
  /// after an interruption; see ``isSound()``. Throws `contextUnavailable`.
  @concurrent
  public static func opened(
    at url: URL, busyTimeout: TimeInterval = TrainingDataStore.standardBusyTimeout
  ) async throws(DataStoreError) -> TrainingDataStore {
    TrainingDataStore(
      try open(url, busyTimeout: busyTimeout), at: url, busyTimeout: busyTimeout)
  }

  /// True if SQLite finds no fault in the database; it reads the whole file, off the main thread.
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
  /// of an older version; only half-written changes are undone. Throws `contextUnavailable`.
  ///
  /// - Parameter isLong: true if one of the readings takes long. None keeps others from storing.
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

  /// True if there is a history, or a link in its place that leads in a circle.
  public static func isPresent(_ url: URL) -> Bool {
    FileStatus(url.path) != nil || FileStatus.isCircular(url.path)
  }

  /// A store in memory, which disappears with the process.
  public static func inMemory() throws(DataStoreError) -> TrainingDataStore {
    do {
      let queue = try DatabaseQueue()
      try Schema.prepare(queue)
      return TrainingDataStore(inMemory: queue)
    } catch {
      throw .contextUnavailable(DataStoreFault(error, path: ":memory:"))
    }
  }

  /// Closes the database. Every later call throws `contextUnavailable(.closed)`; closing again does
  /// nothing.
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
  /// - Parameter timeout: the longest wait for another process that writes, in seconds; `nil` for
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

  /// Writes; on return the database at the path contains the changes.
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
      // It was sound when the last result was announced.
      throw DataStoreFault.fileReplaced(path: path)
    }
  }

  /// Throws if the file at the path is not the open one, or has become older.
  private func checkPlace(_ database: Database) throws {
    guard let identity else { return }
    var hasMoved: CInt = 0
    guard FileStatus(path)?.identity == identity,
      sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        == SQLITE_OK, hasMoved == 0
    else { throw DataStoreFault.fileReplaced(path: path) }
    guard let before = announced?.file else { return }
    // Every writer that obeys SQLite's rules counts up with each change.
    guard let now = content(database),
      now.counter == before.counter ? now == before : now.counter &- before.counter < .max / 2
    else { throw DataStoreFault.fileReplaced(path: path) }
  }

  /// `nil` for a database with a write-ahead log, which does not count every change.
  private func content(_ database: Database) -> Content? {
    guard let file = SQLiteFile(database.sqliteConnection), file.read(1, at: 18) == [1],
      let counter = file.changeCounter, let status = FileStatus(path)
    else { return nil }
    return Content(counter: counter, size: status.stamp.size)
  }

  /// Makes sure that results that were stored are in the file, and so is the one that was announced
  /// before them, unless somebody else has changed the history since. Throws
  /// `saveFailed(.fileReplaced)`.
  func confirm(_ ids: [UUID]) throws(DataStoreError) {
    guard identity != nil, let last = ids.last else { return }
    invariant(!isForReading, "what is only read announces nothing")
    do {
      let file = try queue.read { database in
        // The pages in memory prove nothing.
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
  /// Keeps only a few pages of the database in memory from now on: enough to store single results
  /// without more with each of them. A change of many records would take longer.
  public func keepLittleInMemory() {
    try? access(DataStoreError.fetchFailed) {
      try queue.inDatabase {
        try $0.execute(sql: "PRAGMA cache_size = \(Self.fewPages); PRAGMA shrink_memory")
      }
    }
  }

  /// Several times the pages of the table and the indexes to which a result is written.
  static let fewPages = 32

  /// True if another connection, of this process or of another one, has changed the history since
  /// the last look. Throws `fetchFailed`.
  public func hasChangedElsewhere() throws(DataStoreError) -> Bool {
    var none: HistoryMark?
    return try look(since: &none).isChanged
  }

  /// Finds out if another connection, of this process or of another one, has changed the history
  /// since the last look (false for the first), and returns the results that were stored since the
  /// mark, in order of time, whoever stored them. Both are of one moment: results that are stored
  /// meanwhile are found by the next look. Throws `fetchFailed`.
  ///
  /// Without a mark it reads no record and takes some microseconds.
  ///
  /// - Parameter mark: becomes that of this moment; `nil` if anything else was changed, such as an
  ///   older result that was added, deleted or taken back.
  /// - Returns: no results if only this process has changed the history: it knows them.
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

extension TrainingDataStore {
  /// Marks the record of that id as taken back, so that it counts nowhere. Throws `saveFailed`.
  ///
  /// - Returns: true if there was one that was not marked.
  @discardableResult
  public func withdraw(id: UUID, timeout: TimeInterval? = nil) throws(DataStoreError) -> Bool {
    try write(DataStoreError.saveFailed, timeout: timeout) { try Self.withdraw(id, $0) }
  }

  private static func withdraw(_ id: UUID, _ database: Database) throws -> Bool {
    try database.execute(
      sql: "UPDATE result SET withdrawn = 1 WHERE id = ? AND withdrawn IS NOT 1",
      arguments: [id.columnValue])
    return database.changesCount > 0
  }

  /// Stores a result completely, or not at all. Throws `saveFailed`.
  public func save(_ result: CompletedTrial) throws(DataStoreError) {
    try save([RecordedResult(result)])
  }

  /// Stores results in one transaction: all of them, or none. Throws `saveFailed`.
  public func save(_ results: some Sequence<RecordedResult>) throws(DataStoreError) {
    let last = try write(DataStoreError.saveFailed) { database in
      var last: UUID?
      for result in results {
        try result.insert(database)
        last = result.id
      }
      return last
    }
    try confirm(last.map { [$0] } ?? [])
  }
}

extension TrainingDataStore {
  /// Stores results in one transaction: all but those that break a rule, or none. A record whose id
  /// exists already stays as it was, but is marked as taken back if the result is. Throws
  /// `saveFailed`.
  ///
  /// - Parameters:
  ///   - runs: the runs to which they belong; one that exists already stays as it was.
  ///   - timeout: the longest wait for another process that writes, in seconds.
  func store(
    _ results: [RecordedResult], of runs: [RunRecord] = [], timeout: TimeInterval? = nil
  ) throws(DataStoreError) -> StoringOutcome {
    guard !results.isEmpty || !runs.isEmpty else { return StoringOutcome() }
    let outcome = try write(DataStoreError.saveFailed, timeout: timeout) { database in
      var outcome = StoringOutcome()
      for run in runs { try run.insert(database) }
      for result in results {
        do {
          try result.insert(database)
          outcome.newCount += 1
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
          // SQLite undoes only the statement; the transaction continues.
          let fault = DataStoreFault(error, path: path)
          if fault != .alreadyStored {
            outcome.refused[result.id] = fault
          } else if result.isWithdrawn {
            _ = try Self.withdraw(result.id, database)
          }
        }
      }
      return outcome
    }
    try confirm(results.map(\.id).filter { outcome.refused[$0] == nil })
    return outcome
  }
}

extension TrainingDataStore {
  /// The ids of records in the history, withdrawn or not. Throws `fetchFailed`.
  func presentIDs(among ids: [UUID]) throws(DataStoreError) -> Set<UUID> {
    try read { database in
      let statement = try database.cachedStatement(sql: "SELECT 1 FROM result WHERE id = ?")
      return Set(
        try ids.filter { try Int.fetchOne(statement, arguments: [$0.columnValue]) != nil })
    }
  }
}

struct StoringOutcome {
  /// The number of results that were not in the database before.
  var newCount = 0

  /// The results that break a rule of the database, which will always refuse them.
  var refused: [UUID: DataStoreFault] = [:]
}

extension RecordedResult {
  private static let insertion: String = {
    let names = (["training"] + ResultFields.all.map(\.name)).joined(separator: ", ")
    let places = Array(repeating: "?", count: ResultFields.all.count + 1).joined(separator: ", ")
    return "INSERT INTO main.\(databaseTableName) (\(names)) VALUES (\(places))"
  }()

  func insert(_ database: Database) throws {
    try database.cachedStatement(sql: Self.insertion).execute(
      arguments: StatementArguments(storedValues))
  }

  /// The training and the values of ``ResultFields/all``, as the database holds them.
  var storedValues: [(any DatabaseValueConvertible)?] {
    // GRDB converts a list of one type through a key path for each value, which is slow.
    var values: [(any DatabaseValueConvertible)?] = [training.rawValue]
    values.reserveCapacity(ResultFields.all.count + 1)
    for field in ResultFields.all { values.append(field.stored(self)) }
    return values
  }

  /// The index of the id in ``storedValues``.
  static let placeOfID = 1
}
