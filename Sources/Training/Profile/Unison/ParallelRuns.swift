import Dispatch
import Synchronization

/// Several values, each changed by the same work on a thread of its own, as far as there are cores.
///
/// Blocks until all is done.
nonisolated struct ParallelRuns<Value: Sendable, Result: Sendable>: Sendable {
  /// The values after the work, in their order.
  private(set) var values: [Value] = []

  /// What the work on each has returned.
  private(set) var results: [Result] = []

  init(_ values: [Value], _ work: @Sendable (inout Value) -> Result) {
    let waiting = Mutex<[Value?]>(values)
    let done = Mutex([(Value, Result)?](repeating: nil, count: values.count))
    // The caller's value stays as it is, so each is copied by the thread that works on it.
    DispatchQueue.concurrentPerform(iterations: values.count) { place in
      guard var value = waiting.withLock({ $0[place].take() }) else { return }
      let result = work(&value)
      done.withLock { [value] in $0[place] = (value, result) }
    }
    for case let (value, result)? in done.withLock({ $0 }) {
      self.values.append(value)
      results.append(result)
    }
  }
}
