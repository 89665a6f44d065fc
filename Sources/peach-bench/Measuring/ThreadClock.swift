import Foundation

/// The processor time of the calling thread: what the code itself cost, whatever else ran meanwhile.
nonisolated enum ThreadClock {
  /// Nanoseconds.
  static func now() -> UInt64 { SystemClock.nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

  /// What reading the clock itself costs, in nanoseconds: the median of many pairs of readings. (It is
  /// a system call, and costs as much as a tenth of a short period.)
  static func measureCost() -> UInt64 {
    var durations = Distribution()
    for _ in 0..<20_000 {
      let begin = now()
      durations.record(now() - begin)
    }
    return durations.median
  }
}
