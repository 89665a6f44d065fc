import Foundation

/// The clocks of clock_gettime(2).
nonisolated enum SystemClock {
  static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// The processor time of the calling thread: the cost of the code itself, whatever else ran meanwhile.
nonisolated enum ThreadClock {
  /// Nanoseconds.
  static func now() -> UInt64 { SystemClock.nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

  /// The cost of reading the clock, in nanoseconds: the median of many pairs of readings. (It is a system
  /// call and costs as much as a tenth of a short period.)
  static func measureCost() -> UInt64 {
    var durations = Distribution()
    for _ in 0..<20_000 {
      let begin = now()
      durations.record(now() - begin)
    }
    return durations.median
  }
}

/// Wall-clock time in nanoseconds.
nonisolated enum WallClock {
  static func now() -> UInt64 { SystemClock.nanoseconds(CLOCK_MONOTONIC) }

  /// The duration of `body`.
  static func nanoseconds(_ body: () throws -> Void) rethrows -> UInt64 {
    let begin = now()
    try body()
    return now() - begin
  }
}

nonisolated extension Duration {
  var seconds: Double { self / .seconds(1) }
}

/// Sleeps even in a cancelled task, so that a disturbance that has begun is finished.
nonisolated enum Rest {
  static func seconds(_ seconds: Double) async {
    await Task.detached { try? await Task.sleep(for: .seconds(seconds)) }.value
  }
}
