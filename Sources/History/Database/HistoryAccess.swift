import Files
import Foundation
import Synchronization
import Training
internal import GRDB

/// Access to the history for work that takes long and runs off the main thread.
struct HistoryAccess: Sendable {
  let queue: DatabaseQueue
  let path: String
  let connections: WorkingConnections
  let identity: FileIdentity?

  init(_ store: TrainingDataStore) {
    queue = store.queue
    path = store.path
    connections = WorkingConnections(store.queue)
    identity = FileStatus(path)?.identity
  }

  /// Throws if the file is no longer the one that was opened.
  func check() throws {
    guard identity == FileStatus(path)?.identity else {
      throw DataStoreFault.fileReplaced(path: path)
    }
  }

  /// Copies the history to a file, unless it is empty. Call it within a writing transaction, so
  /// that the transaction changes the state that was copied. Throws ``BackupError``.
  ///
  /// - Returns: true if there is a copy.
  func backUp(to url: URL) throws -> Bool {
    // A reader of its own sees the state that the transaction began with.
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try DatabaseQueue(path: path, configuration: configuration)
    try connections.add(reader)
    guard try !reader.read({ try RecordCounts($0).isEmpty }) else { return false }
    _ = try DatabaseBackup(source: reader, sourcePath: path, connections: connections)
      .write(to: url, overwriting: false)
    return true
  }

  /// Deletes every record after a backup. Call it within a writing transaction, so that exactly the
  /// records in the backup are deleted. Throws `DataStoreFault` if there is no backup.
  ///
  /// - Returns: the numbers of deleted records; `nil` if there were none.
  func reset(_ database: Database, backup: URL) throws -> RecordCounts? {
    let counts = try RecordCounts(database)
    guard !counts.isEmpty else { return nil }
    do {
      _ = try backUp(to: backup)
    } catch let error as BackupError {
      throw error.fault
    }
    try database.execute(sql: "DELETE FROM main.result; DELETE FROM main.trainingRun")
    return counts
  }

  /// Adds the staged rows to the history in one transaction.
  ///
  /// - Parameter prepare: called before anything is changed. If it throws, the history stays as it
  ///   is.
  func join(
    _ conflict: Staging.Conflict, isReplacing: Bool, prepare: () throws -> Void = {}
  ) throws -> Staging.Counts {
    try queue.write { database in
      try check()
      let counts = try Staging.plan(database, conflict, isReplacing: isReplacing)
      try prepare()
      try Staging.apply(database, isReplacing: isReplacing)
      try Task.checkCancellation()
      return counts
    }
  }

  /// Runs `body` and then removes the staged rows. Throws `saveFailed` for rows that the database
  /// refuses.
  func staging<Value>(_ body: (DatabaseQueue) async throws -> Value) async throws -> Value {
    defer { try? queue.writeWithoutTransaction { try Staging.remove($0) } }
    return try await interruptible({ .saveFailed(blamed($0)) }) { try await body(queue) }
  }

  /// Blames the disk with less space: SQLite does not say which disk is full, that of the history,
  /// or that of the staged rows, which still exist at this point.
  private func blamed(_ fault: DataStoreFault) -> DataStoreFault {
    let place = StagingFolder.current
    guard fault == .diskFull, FreeSpace.bytes(at: place) < FreeSpace.bytes(at: path) else {
      return fault
    }
    return .temporaryDirectory(path: place, reason: ENOSPC)
  }

  /// Runs `body`; if the task is cancelled, the database stops its work.
  func interruptible<Value>(
    _ failure: (DataStoreFault) -> DataStoreError, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await withTaskCancellationHandler {
        try await body()
      } onCancel: {
        connections.interrupt()
      }
    } catch  where Task.isCancelled {
      throw CancellationError()
    } catch let error as DatabaseError {
      throw failure(DataStoreFault(error, path: path))
    } catch let fault as DataStoreFault {
      throw failure(fault)
    } catch let row as UnreadableRow {
      throw failure(.unreadable(row))
    }
  }
}

/// The connections of a task; if the task is cancelled, all of them stop.
final class WorkingConnections: Sendable {
  private struct State {
    var queues: [DatabaseQueue]
    var isInterrupted = false
  }

  private let state: Mutex<State>

  init(_ queue: DatabaseQueue) { state = Mutex(State(queues: [queue])) }

  /// Throws `CancellationError` if the task has been cancelled already.
  func add(_ queue: DatabaseQueue) throws {
    state.withLock { $0.queues.append(queue) }
    try check()
  }

  /// Throws `CancellationError` if the task has been cancelled. Needed between two steps: SQLite
  /// stops only its current work.
  func check() throws {
    guard !state.withLock(\.isInterrupted) else { throw CancellationError() }
  }

  /// Stops the connections. Any thread.
  func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      for queue in state.queues { queue.interrupt() }
    }
  }
}
