import Foundation

/// The processor time of the calling thread: what the code itself cost, whatever else ran meanwhile.
nonisolated enum ThreadClock {
  /// Nanoseconds.
  static func now() -> UInt64 { clock_gettime_nsec(CLOCK_THREAD_CPUTIME_ID) }

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

  private static func clock_gettime_nsec(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
