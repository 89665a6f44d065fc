/// Does one work after the other, in the order in which they were asked for. Main thread.
final class WorkInOrder {
  /// Ends when everything that was asked for by now is done; `nil` before anything was.
  private(set) var last: Task<Void, Never>?

  /// Returns when the work is done, and all that was asked for before it.
  func perform(_ work: @escaping @MainActor () async -> Void) async {
    let task = Task { [last] in
      await last?.value
      await work()
    }
    last = task
    await task.value
  }
}

/// Waits until a task has ended, but no longer than `limit`: a request to a server that hangs may never end.
func waitForEnd(
  of task: Task<Void, Never>, within limit: Duration,
  on clock: any Clock<Duration> = ContinuousClock()
) async {
  let (outcomes, first) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
  let timer = Task {
    try? await clock.sleep(for: limit)
    first.yield()
  }
  Task {
    await task.value
    first.yield()
  }
  for await _ in outcomes { break }
  timer.cancel()
}
