import Files
import Foundation
import MainThread
import Training
internal import GRDB

/// Deletes every record of all trainings after a backup, in one step.
///
/// It may run on any thread. If its task is cancelled, nothing is deleted, and no backup is left
/// behind.
public struct HistoryReset: Sendable {
  private let backup: URL
  private let access: HistoryAccess

  public init(of store: TrainingDataStore, backup: URL) {
    self.backup = backup
    access = HistoryAccess(store)
  }

  /// Deletes the records. Throws `deleteFailed` or `CancellationError`.
  ///
  /// - Returns: the numbers of deleted records; `nil` if there were none.
  @concurrent
  public func run() async throws -> RecordCounts? {
    try await access.interruptible(DataStoreError.deleteFailed) {
      let isNew = FileStatus(backup.path) == nil
      var present: RecordCounts?
      var deleted: RecordCounts?
      do {
        try access.queue.write { database in
          try access.check()
          present = try RecordCounts(database)
          deleted = try access.reset(database, backup: backup)
          try access.connections.check()
        }
      } catch {
        if isNew { discardBackup(of: present) }
        throw error
      }
      return deleted
    }
  }

  /// Removes the backup if nothing was deleted: the records are all still there.
  private func discardBackup(of counts: RecordCounts?) {
    guard let counts, (try? access.queue.read { try RecordCounts($0) }) == counts else { return }
    unlink(backup.path)
  }
}

extension TrainingDataStore {
  /// The numbers of records, of one state of the database. Throws `fetchFailed`.
  public func recordCounts() throws(DataStoreError) -> RecordCounts {
    try read { try RecordCounts($0) }
  }

  /// The place of the backup of ``reset(to:at:)``: beside the database, with the time in its name.
  public func resetBackup(at date: Date) -> URL {
    DatedName.free(for: URL(fileURLWithPath: path), "before-reset", at: date)
  }

  /// Deletes every record of all trainings after a backup, in one step: exactly the records in the
  /// backup are deleted, as nobody can write in between. Throws `deleteFailed` if nothing was
  /// deleted.
  ///
  /// - Returns: the backup's path and the numbers of its records; `nil` if there was nothing to
  ///   delete.
  @discardableResult
  public func reset(
    to backup: URL? = nil, at date: Date = Scheduling.date
  ) throws(DataStoreError) -> (backup: URL, counts: RecordCounts)? {
    let url = backup ?? resetBackup(at: date)
    let access = HistoryAccess(self)
    let counts = try write(DataStoreError.deleteFailed) { try access.reset($0, backup: url) }
    return counts.map { (url, $0) }
  }
}

extension BackupError {
  var fault: DataStoreFault {
    switch self {
    case .exists(let path), .isHistory(let path): .cannotCreate(path: path)
    case .source(let fault), .target(let fault, _): fault
    }
  }
}
