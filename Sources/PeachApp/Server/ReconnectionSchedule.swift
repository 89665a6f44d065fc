/// How long to wait before each try to find the JACK server again: at once at first, as most servers
/// that go are restarted; then less and less often, never more than 5 seconds apart.
nonisolated struct ReconnectionSchedule: Hashable {
  private static let intervals: [Duration] = [
    .milliseconds(100), .milliseconds(200), .milliseconds(500), .seconds(1), .seconds(2),
    .seconds(5),
  ]

  /// How many tries have been made.
  private(set) var tries = 0

  /// The wait before the next try, which counts as made.
  mutating func next() -> Duration {
    let interval = Self.intervals[min(tries, Self.intervals.count - 1)]
    tries += 1
    return interval
  }
}
