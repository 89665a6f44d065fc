import Foundation
internal import GRDB

/// Deletes every record of both trainings after a backup, in one step.
///
/// It may run on any thread, and its task may be cancelled: then nothing is deleted, and no backup is
/// left behind.
public struct HistoryReset: Sendable {
  private let backup: URL
  private let access: HistoryAccess

  @MainActor
  public init(of store: TrainingDataStore, backup: URL) {
    self.backup = backup
    access = HistoryAccess(store)
  }

  /// Throws `deleteFailed` or `CancellationError`.
  ///
  /// - Returns: what was deleted; `nil` where there was nothing.
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

  /// Removes a backup of what was not deleted after all: of records that are all there still.
  private func discardBackup(of counts: RecordCounts?) {
    guard let counts, (try? access.queue.read { try RecordCounts($0) }) == counts else { return }
    unlink(backup.path)
  }
}
