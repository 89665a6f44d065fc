import MainThread

/// A task that can be broken off. Whoever waits for it is not held up by work that does not end when it is
/// cancelled: a request to a server that hangs may never return. Main thread.
package final class BreakableTask {
  private let work: Task<Void, Never>
  private let longestEnd: Duration
  private let clock: any Clock<Duration>
  private let outcomes: AsyncStream<Void>
  private let first: AsyncStream<Void>.Continuation

  /// Starts the work.
  ///
  /// - Parameters:
  ///   - longestEnd: how long the work may go on once it is cancelled; after that it is abandoned.
  ///   - work: learns from `Task.isCancelled` that it is broken off.
  package init(
    endsWithin longestEnd: Duration, on clock: any Clock<Duration> = ProgramClock(),
    _ work: @escaping @MainActor () async -> Void
  ) {
    self.longestEnd = longestEnd
    self.clock = clock
    let (outcomes, first) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
    (self.outcomes, self.first) = (outcomes, first)
    self.work = Task {
      await work()
      first.yield()
    }
  }

  /// Cancels the work.
  package func cancel() {
    guard !work.isCancelled else { return }
    work.cancel()
    Task {
      await waitForEnd(of: work, within: longestEnd, on: clock)
      first.yield()
    }
  }

  /// Waits until the work has ended or is abandoned. Once.
  package func wait() async { for await _ in outcomes { break } }
}
