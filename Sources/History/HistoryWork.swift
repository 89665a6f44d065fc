import Foundation
import Synchronization

/// What a training needs of its history before its second trial.
public typealias HistoryPreparation = HistoryWork<PreparedHistory>

/// Something of a history that is being read on another thread. It can be awaited, and a thread can wait for it.
public final class HistoryWork<Value: Sendable>: Sendable {
  private typealias Outcome = Result<Value, DataStoreError>

  private let place: Place
  private let task: Task<Outcome, Never>

  init(_ work: @escaping @Sendable () throws(DataStoreError) -> Value) {
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
  public var value: Value {
    get async throws(DataStoreError) { try await task.value.get() }
  }

  /// Blocks until it is there; `nil` if it cannot be read, for which ``value`` gives the reason.
  public func wait() -> Value? { try? place.wait().get() }

  /// Whether it has been read, or cannot be.
  public var isOver: Bool { place.isFilled }

  /// Where the outcome will be.
  private final class Place: Sendable {
    private let outcome = Mutex<Outcome?>(nil)
    private let filling = DispatchSemaphore(value: 0)

    var isFilled: Bool { outcome.withLock { $0 != nil } }

    func fill(_ outcome: Outcome) {
      self.outcome.withLock { $0 = outcome }
      filling.signal()
    }

    func wait() -> Outcome {
      filling.wait()
      // Whoever comes next does not wait.
      filling.signal()
      return outcome.withLock { $0 } ?? .failure(.fetchFailed(.closed))
    }
  }
}
