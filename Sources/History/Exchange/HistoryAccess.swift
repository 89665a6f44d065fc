import Foundation
internal import GRDB

/// The history for work that takes long and is done beside the main thread.
struct HistoryAccess: Sendable {
  let queue: DatabaseQueue
  let path: String
  private let identity: [UInt64]?
  private let reader = ReaderAtWork()

  @MainActor
  init(_ store: TrainingDataStore) {
    queue = store.queue
    path = store.path
    identity = FileStatus(path)?.identity
  }

  /// Throws where the file is no longer the one that was opened.
  func check() throws {
    guard identity == FileStatus(path)?.identity else {
      throw DataStoreFault.fileReplaced(path: path)
    }
  }

  /// Copies the history into a file, unless it is empty. To be called within a transaction that writes,
  /// so that what follows in it meets what the copy holds. Throws ``BackupError``.
  ///
  /// - Returns: whether there is a copy.
  func backUp(to url: URL) throws -> Bool {
    // A reader of its own sees the state that the transaction began with.
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try DatabaseQueue(path: path, configuration: configuration)
    guard try reader.read({ try RecordCounts($0).total }) > 0 else { return false }
    try self.reader.use(reader) {
      _ = try DatabaseBackup(source: reader, sourcePath: path).write(to: url, overwriting: false)
    }
    return true
  }

  /// Runs `body` and removes the staged rows. Throws `saveFailed` for what the database refuses.
  func staging<Value>(_ body: (DatabaseQueue) async throws -> Value) async throws -> Value {
    defer { try? queue.writeWithoutTransaction { try Staging.remove($0) } }
    return try await interruptible(DataStoreError.saveFailed) { try await body(queue) }
  }

  /// Runs `body`; the database stops what it does when the task is cancelled.
  func interruptible<Value>(
    _ failure: (DataStoreFault) -> DataStoreError, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await withTaskCancellationHandler {
        try await body()
      } onCancel: {
        queue.interrupt()
        reader.interrupt()
      }
    } catch  where Task.isCancelled {
      throw CancellationError()
    } catch let error as DatabaseError {
      throw failure(DataStoreFault(error, path: path))
    } catch let fault as DataStoreFault {
      throw failure(fault)
    } catch is UnreadableRecord {
      throw failure(.corrupt)
    }
  }
}
