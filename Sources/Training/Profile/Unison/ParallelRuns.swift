import Dispatch
import Foundation
import Synchronization

/// The results of several values that each go through the same steps in order, with as many values
/// at once as there are cores.
///
/// A core takes the value with the fewest steps done through some of its steps, so the cores are
/// busy to the end even if five values share two of them. Blocks until all is done.
nonisolated struct ParallelRuns<Value: Sendable, Result: Sendable>: Sendable {
  /// The values after the steps, in their order.
  private(set) var values: [Value] = []

  /// The results of the steps on each value, in their order.
  private(set) var results: [[Result]] = []

  /// A value with the results of its steps so far.
  private struct Run: Sendable {
    var value: Value
    var results: [Result] = []
  }

  private struct Place: Sendable {
    /// `nil` while a core works on it.
    var run: Run?
    var stepsTaken = 0
  }

  /// The number of parts in which a value goes through its steps.
  private static var parts: Int { 16 }

  /// - Parameters:
  ///   - steps: the number of steps of each value.
  ///   - work: the step of that index.
  init(
    _ values: [Value], steps: Int = 1, _ work: @Sendable (inout Value, Int) -> Result
  ) {
    let part = max(1, (steps + Self.parts - 1) / Self.parts)
    let places = Mutex<[Place]>(values.map { Place(run: Run(value: $0)) })
    let cores = min(values.count, ProcessInfo.processInfo.activeProcessorCount)
    DispatchQueue.concurrentPerform(iterations: cores) { _ in
      // A value that is taken is moved: while a core works on it nobody shares it, so it is not
      // copied. The caller's own value is copied, by the first core that works on it.
      while case (let place, var run)? = places.withLock({ Self.take(from: &$0, steps: steps) }) {
        let first = run.results.count
        for step in first..<min(first + part, steps) {
          run.results.append(work(&run.value, step))
        }
        var done: Run? = run
        run = Run(value: values[place])
        places.withLock { places in
          places[place].stepsTaken = min(first + part, steps)
          swap(&places[place].run, &done)
        }
      }
    }
    for place in places.withLock({ $0 }) {
      guard let run = place.run else { continue }
      self.values.append(run.value)
      results.append(run.results)
    }
  }

  /// Removes the value with the fewest steps done; `nil` if there is nothing left to begin.
  private static func take(from places: inout [Place], steps: Int) -> (Int, Run)? {
    let waiting = places.indices.filter { places[$0].run != nil && places[$0].stepsTaken < steps }
    guard let first = waiting.min(by: { places[$0].stepsTaken < places[$1].stepsTaken }) else {
      return nil
    }
    return places[first].run.take().map { (first, $0) }
  }
}
