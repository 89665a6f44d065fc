import Foundation
import Synchronization

/// What a training needs of its history, being read on another thread. It can be awaited, and a thread can
/// wait for it.
public final class HistoryPreparation: Sendable {
  private typealias Outcome = Result<PreparedHistory, DataStoreError>

  private let place: Place
  private let task: Task<Outcome, Never>

  init(_ work: @escaping @Sendable () throws(DataStoreError) -> PreparedHistory) {
    let place = Place()
    self.place = place
    task = Task.detached(priority: .userInitiated) { () -> Outcome in
      let outcome: Outcome
      do throws(DataStoreError) {
        outcome = .success(try work())
      } catch {
        outcome = .failure(error)
      }
      place.fill(outcome)
      return outcome
    }
  }

  /// Throws `fetchFailed`, also if the store was closed meanwhile.
  public var value: PreparedHistory {
    get async throws(DataStoreError) { try await task.value.get() }
  }

  /// Blocks until it is there; `nil` if it cannot be read, for which ``value`` gives the reason.
  public func wait() -> PreparedHistory? { try? place.wait().get() }

  /// Where the outcome will be.
  private final class Place: Sendable {
    private let outcome = Mutex<Outcome?>(nil)
    private let isFilled = DispatchSemaphore(value: 0)

    func fill(_ outcome: Outcome) {
      self.outcome.withLock { $0 = outcome }
      isFilled.signal()
    }

    func wait() -> Outcome {
      isFilled.wait()
      // Whoever comes next does not wait.
      isFilled.signal()
      return outcome.withLock { $0 } ?? .failure(.fetchFailed(.closed))
    }
  }
}
