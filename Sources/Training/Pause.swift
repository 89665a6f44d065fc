/// A pause that begins when it is made, not when it is first waited for.
struct Pause {
  private let wait: () async throws -> Void

  init(for duration: Duration, on clock: any Clock<Duration>) {
    wait = Self.waiting(for: duration, on: clock)
  }

  /// Returns when the pause is over.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func end() async throws { try await wait() }

  private static func waiting(
    for duration: Duration, on clock: some Clock<Duration>
  ) -> () async throws -> Void {
    let end = clock.now.advanced(by: duration)
    return { try await clock.sleep(until: end, tolerance: nil) }
  }
}
