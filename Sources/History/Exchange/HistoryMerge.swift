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

  @MainActor
  public init(_ path: String, into store: TrainingDataStore) {
    self.path = path
    access = HistoryAccess(store)
  }

  /// Merges. Throws ``ExchangeFault``, ``DataStoreError`` or `CancellationError`.
  @concurrent
  public func run(
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws -> ImportSummary {
    let other = try OtherHistory(path)
    return try await access.staging { queue in
      try stage(other, queue, progress)
      progress(TransferProgress(.storing))
      let plan = JoinPlan(conflict: .firstWins, isReplacing: false)
      var summary = ImportSummary()
      summary.add(try HistoryJoin(queue: queue, plan: plan).perform(check: access.check))
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
        let gate = RecordGate()
        var count = 0
        try other.forEach { result, total in
          count += 1
          if let time = gate.futureTime(of: result) {
            throw ExchangeFault.inFuture(path: other.path, time: time)
          }
          try staging.add(result, hasID: true, line: count)
          guard count.isMultiple(of: 1000) else { return }
          try Task.checkCancellation()
          progress(TransferProgress(.reading, fraction: Double(count) / Double(total)))
        }
        try Staging.index(database)
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
      (queue, copy) = try Self.open(URL(fileURLWithPath: path))
    } catch {
      throw ExchangeFault.badHistory(
        path: path, .contextUnavailable(DataStoreFault(error, path: path)))
    }
  }

  /// Reads a database that another Peach holds open where it is. Any other is copied first: to read
  /// it where it is, SQLite would have to write beside it, which the medium may not allow, and an
  /// older one has to be brought to this version.
  private static func open(_ url: URL) throws -> (DatabaseQueue, DatabaseCopy?) {
    let file = DatabaseFile(url: url, busyTimeout: TrainingDataStore.standardBusyTimeout)
    return DatabaseUse.isOpen(url.path) ? try file.openForReading() : try file.openCopy()
  }

  /// Calls `body` with every record of one state of the database, oldest first, and with the number
  /// of records in all. Throws ``ExchangeFault`` for what cannot be read, and what `body` throws.
  func forEach(_ body: (RecordedResult, _ total: Int) throws -> Void) throws {
    try queue.read { database in
      var results: StoredResults
      let total: Int
      do {
        let counts = try RecordCounts(database)
        total = counts.total + counts.withdrawn
        results = try StoredResults(database)
      } catch {
        throw fault(error)
      }
      while true {
        let result: RecordedResult?
        do {
          result = try results.next()
        } catch {
          throw fault(error)
        }
        guard let result else { return }
        try body(result, total)
      }
    }
    withExtendedLifetime(copy) {}
  }

  /// Calls `body` with every run. Throws ``ExchangeFault`` for what cannot be read.
  func forEachRun(_ body: (RunRecord) throws -> Void) throws {
    do {
      try queue.read { try RunRecord.forEach($0, body) }
    } catch let row as UnreadableRow {
      throw fault(row)
    }
  }

  private func fault(_ error: any Error) -> ExchangeFault {
    .badHistory(path: path, .fetchFailed(DataStoreFault(error, path: path)))
  }
}
