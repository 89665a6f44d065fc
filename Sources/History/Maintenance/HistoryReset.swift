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

  /// Throws `deleteFailed` or `CancellationError`.
  ///
  /// - Returns: what was deleted; `nil` if there was nothing.
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

  /// Removes the backup if nothing was deleted after all: the records are all still there.
  private func discardBackup(of counts: RecordCounts?) {
    guard let counts, (try? access.queue.read { try RecordCounts($0) }) == counts else { return }
    unlink(backup.path)
  }
}

extension TrainingDataStore {
  /// Copies the history as it is now to a file of its own (mode 0600), while others may go on
  /// writing. The copy gets its name when it has been checked and is on the disk.
  ///
  /// - Parameter overwriting: whether an existing file may be replaced; the history never is.
  @discardableResult
  public func backUp(to url: URL, overwriting: Bool = false) throws(BackupError) -> RecordCounts {
    try DatabaseBackup(source: queue, sourcePath: path).write(to: url, overwriting: overwriting)
  }

  /// How many records there are, of one state of the database. Throws `fetchFailed`.
  public func recordCounts() throws(DataStoreError) -> RecordCounts {
    try read { try RecordCounts($0) }
  }

  /// Where ``reset(to:at:)`` puts its backup: beside the database, with the time in its name.
  public func resetBackup(at date: Date) -> URL {
    DatedName.free(for: URL(fileURLWithPath: path), "before-reset", at: date)
  }

  /// Deletes every record of all trainings after a backup, in one step: what is deleted is what
  /// the backup holds, as nobody can write in between. Throws `deleteFailed` if nothing was
  /// deleted.
  ///
  /// - Returns: the backup's path and what is in it; `nil` if there was nothing to delete.
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
