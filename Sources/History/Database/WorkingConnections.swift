internal import GRDB
import Synchronization

/// The connections that a task works with: when the task is cancelled, all of them stop.
final class WorkingConnections: Sendable {
  private struct State {
    var queues: [DatabaseQueue]
    var isInterrupted = false
  }

  private let state: Mutex<State>

  init(_ queue: DatabaseQueue) { state = Mutex(State(queues: [queue])) }

  /// Throws `CancellationError` where the task has been cancelled already.
  func add(_ queue: DatabaseQueue) throws {
    state.withLock { $0.queues.append(queue) }
    try check()
  }

  /// SQLite stops what it does at this moment, and not what comes next; hence this in between. Throws
  /// `CancellationError`.
  func check() throws {
    guard !state.withLock(\.isInterrupted) else { throw CancellationError() }
  }

  /// May be called on any thread.
  func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      for queue in state.queues { queue.interrupt() }
    }
  }
}
