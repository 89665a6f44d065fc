import Foundation
internal import GRDB

/// A database that was opened for a store, which takes over what is open.
struct OpenedDatabase {
  let queue: DatabaseQueue

  /// What lies at the path; `nil` if nobody is to check it.
  let files: OpenFiles?
  let path: String

  /// In seconds.
  let busyTimeout: TimeInterval

  /// Throws `contextUnavailable`.
  init(_ url: URL, busyTimeout: TimeInterval, checksFiles: Bool = true) throws(DataStoreError) {
    path = url.path
    self.busyTimeout = busyTimeout
    do {
      queue = try DatabaseFile(url: url, busyTimeout: busyTimeout).open()
    } catch {
      throw .contextUnavailable(DataStoreFault(error, path: url.path))
    }
    files = checksFiles ? OpenFiles(queue, path: url.path) : nil
  }

  /// Opens it on a thread of its own. Throws `contextUnavailable`.
  @concurrent
  static func opening(
    _ url: URL, busyTimeout: TimeInterval
  ) async throws(DataStoreError) -> sending OpenedDatabase {
    try OpenedDatabase(url, busyTimeout: busyTimeout)
  }

  /// Folds the log into the file on a thread of its own, so that a close has little to do. What cannot be folded
  /// stays in the log.
  @concurrent
  static func foldLog(of queue: DatabaseQueue) async {
    _ = try? await queue.writeWithoutTransaction { try $0.checkpoint(.passive) }
  }
}
