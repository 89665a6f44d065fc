import Files
import Foundation
import Training
internal import GRDB

/// Adds the history of another machine to this one. Whichever of the two is merged into the other,
/// and however often, the records are the same in the end.
///
/// It may run on any thread. If its task is cancelled, the history is as it was.
public struct HistoryMerge: Sendable {
  /// The other database; it is only read.
  public var path: String

  private let access: HistoryAccess

  public init(_ path: String, into store: TrainingDataStore) {
    self.path = path
    access = HistoryAccess(store)
  }

  /// Merges the histories. Throws ``ExchangeFault``, ``DataStoreError`` or `CancellationError`.
  @concurrent
  public func run(
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws -> ImportSummary {
    // Nothing would be new, and copying the file would drop the locks of this process on it.
    if let identity = access.identity, FileStatus(path)?.identity == identity {
      return try await access.interruptible(DataStoreError.fetchFailed) {
        let counts = try await access.queue.read { try RecordCounts($0) }
        var summary = ImportSummary()
        for training in RecordedResult.trainings {
          summary[training] = TrainingCounts(present: counts[training])
        }
        return summary
      }
    }
    let other = try OtherHistory(path)
    return try await access.staging { queue in
      try stage(other, queue, progress)
      progress(TransferProgress(.storing))
      var summary = ImportSummary()
      summary.add(try access.join(.firstWins, isReplacing: false))
      return summary
    }
  }

  private func stage(
    _ other: OtherHistory, _ queue: DatabaseQueue, _ progress: (TransferProgress) -> Void
  ) throws {
    try queue.writeWithoutTransaction { database in
      try database.inTransaction(.deferred) {
        let staging = try Staging(database)
        try other.forEachRun(staging.add)
        var count = 0
        try other.forEach { result, total in
          count += 1
          try staging.add(result, hasID: true)
          guard count.isMultiple(of: 1000) else { return }
          try Task.checkCancellation()
          progress(TransferProgress(.reading, fraction: Double(count) / Double(total)))
        }
        try staging.finish()
        return .commit
      }
    }
  }
}

/// Another database of Peach's, which is only read: neither it nor the files beside it change.
struct OtherHistory {
  let path: String
  private let queue: DatabaseQueue
  private let copy: DatabaseCopy?

  /// Throws ``ExchangeFault``.
  init(_ path: String) throws {
    self.path = path
    guard let status = FileStatus(path) else {
      throw FileStatus.isCircular(path)
        ? ExchangeFault.cannotRead(path: path, reason: ELOOP) : .missing(path: path)
    }
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      throw ExchangeFault.isDirectory(path: path)
    }
    do {
      guard status.isRegularFile, status.size > 0 else { throw DataStoreFault.notADatabase }
      // A copy, so that an older one can be migrated, and nobody is kept from writing.
      let opened = try DatabaseFile(
        url: URL(fileURLWithPath: path), busyTimeout: TrainingDataStore.standardBusyTimeout
      ).openCopy()
      (queue, copy) = (opened.queue, opened.copy)
    } catch {
      throw ExchangeFault.badHistory(
        path: path, .contextUnavailable(DataStoreFault(error, path: path)))
    }
  }

  /// Calls `body` with every record, oldest first, and with the number of all records. Throws
  /// ``ExchangeFault`` for an unreadable database, and errors of `body`.
  func forEach(_ body: (RecordedResult, _ total: Int) throws -> Void) throws {
    var (pages, total) = try reading {
      let counts = try RecordCounts($0)
      return (try ResultPages($0), counts.total + counts.withdrawn)
    }
    while !pages.isAtEnd {
      for result in try reading({ try pages.next($0) }) { try body(result, total) }
    }
    withExtendedLifetime(copy) {}
  }

  private func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do {
      return try queue.read(body)
    } catch {
      throw ExchangeFault.badHistory(
        path: path, .fetchFailed(DataStoreFault(error, path: path)))
    }
  }

  /// Calls `body` with every run. Throws ``ExchangeFault`` for an unreadable database.
  func forEachRun(_ body: (RunRecord) throws -> Void) throws {
    for run in try reading({ database in
      var runs: [RunRecord] = []
      try RunRecord.forEach(database) { runs.append($0) }
      return runs
    }) { try body(run) }
  }
}
