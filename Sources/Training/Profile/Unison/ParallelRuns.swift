import Dispatch
import Foundation
import Synchronization

/// Several values, each taken through the same steps one after the other, as many of them at once as there
/// are cores.
///
/// A core takes the value that has come least far through some of its steps, so the cores are busy to the
/// end even if five values share two of them. Blocks until all is done.
nonisolated struct ParallelRuns<Value: Sendable, Result: Sendable>: Sendable {
  /// The values after the steps, in their order.
  private(set) var values: [Value] = []

  /// What the steps on each value have returned, in their order.
  private(set) var results: [[Result]] = []

  /// A value on its way.
  private struct Run: Sendable {
    var value: Value
    var results: [Result] = []
  }

  /// The place of a value, and how far it has come.
  private struct Place: Sendable {
    /// `nil` while a core works on it.
    var run: Run?
    var stepsTaken = 0
  }

  /// In how many parts a value goes through its steps.
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

  /// Takes out the value that has come least far; `nil` if there is nothing left to begin.
  private static func take(from places: inout [Place], steps: Int) -> (Int, Run)? {
    let waiting = places.indices.filter { places[$0].run != nil && places[$0].stepsTaken < steps }
    guard let first = waiting.min(by: { places[$0].stepsTaken < places[$1].stepsTaken }) else {
      return nil
    }
    return places[first].run.take().map { (first, $0) }
  }
}
