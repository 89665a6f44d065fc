internal import GRDB
import Synchronization

/// A second connection to the history, which a cancellation on another thread stops like the first.
final class ReaderAtWork: Sendable {
  private let current = Mutex<DatabaseQueue?>(nil)

  /// Runs `body`, which uses the connection. Throws `CancellationError` where the task was cancelled
  /// before.
  func use(_ queue: DatabaseQueue, _ body: () throws -> Void) throws {
    current.withLock { $0 = queue }
    defer { current.withLock { $0 = nil } }
    try Task.checkCancellation()
    try body()
  }

  func interrupt() { current.withLock { $0?.interrupt() } }
}
