import MainThread

/// Waits until a task has ended, but no longer than `limit`: a request to a server that hangs may never end.
package func waitForEnd(
  of task: Task<Void, Never>, within limit: Duration,
  on clock: any Clock<Duration> = ProgramClock()
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
