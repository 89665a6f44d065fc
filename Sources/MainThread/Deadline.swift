/// Performs work and waits for its outcome, but no longer than `limit`; `nil` after that. The work
/// is not cancelled: a request to a server that hangs may never end. Main thread.
@MainActor
@discardableResult
public func withDeadline<Outcome: Sendable>(
  _ limit: Duration, on clock: any Clock<Duration> = ProgramClock(),
  _ work: @escaping @MainActor () async -> Outcome
) async -> Outcome? {
  let (outcomes, first) = AsyncStream<Outcome?>.makeStream(bufferingPolicy: .bufferingOldest(1))
  let timer = Task {
    try? await clock.sleep(for: limit)
    first.yield(nil)
  }
  defer { timer.cancel() }
  Task { first.yield(await work()) }
  for await outcome in outcomes { return outcome }
  return nil
}
