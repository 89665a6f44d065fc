import Foundation

/// Copies the history as it is now into a file of its own (mode 0600), while others may go on writing.
///
/// It may run on any thread, and its task may be cancelled: then no file is left behind.
public struct HistoryBackup: Sendable {
  /// Whether a file of that name may be replaced; the history never is.
  public var isReplacing = false

  private let target: URL
  private let access: HistoryAccess

  @MainActor
  public init(of store: TrainingDataStore, to target: URL) {
    self.target = target
    access = HistoryAccess(store)
  }

  /// The copy is checked and on the disk when it gets its name. Throws ``BackupError`` or
  /// `CancellationError`.
  @concurrent
  public func run() async throws -> RecordCounts {
    try await access.interruptible(DataStoreError.fetchFailed) {
      try DatabaseBackup(
        source: access.queue, sourcePath: access.path, connections: access.connections
      ).write(to: target, overwriting: isReplacing)
    }
  }
}
