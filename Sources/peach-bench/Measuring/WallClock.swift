import Foundation

/// Time as it passes for a user, in nanoseconds.
nonisolated enum WallClock {
  static func now() -> UInt64 { SystemClock.nanoseconds(CLOCK_MONOTONIC) }

  /// How long `body` takes.
  static func nanoseconds(_ body: () throws -> Void) rethrows -> UInt64 {
    let begin = now()
    try body()
    return now() - begin
  }
}
