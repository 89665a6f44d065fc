import Foundation

/// The clocks of the system, by their names in clock_gettime(2).
nonisolated enum SystemClock {
  static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
