import Glibc

/// Keeps the process's memory in memory: a page that is fetched back from the disk in the callback costs
/// thousands of periods' time. Any thread; once in a process is enough.
public enum MemoryLock {
  public enum Outcome: Hashable, Sendable {
    case locked
    /// The limit (`ulimit -l`, RLIMIT_MEMLOCK) is too low, `bytes`; memory is as it was.
    case refused(bytes: Int)
  }

  /// Locks what there is and what will be, each page from its first use on, where the limit allows it.
  ///
  /// Not page by page as little as needed: with the whole process allowed for, no later allocation can
  /// fail over the lock.
  public static func lockAll() -> Outcome {
    let resource = __rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else {
      return .refused(bytes: 0)
    }
    // What the administrator allows counts, not what the shell began with.
    if limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = limit.rlim_max
      setrlimit(resource, &limit)
    }
    let bytes = Int(clamping: limit.rlim_cur)
    guard mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0
    else { return .refused(bytes: bytes) }
    guard isFree(of: bytes) else {
      munlockall()
      return .refused(bytes: bytes)
    }
    return .locked
  }

  /// Whether memory beyond the limit can still be had: with the capability to lock, it can. Without, an
  /// allocation would fail sooner or later.
  private static func isFree(of limit: Int) -> Bool {
    guard limit < Int.max / 2 else { return true }
    let size = limit + Int(getpagesize())
    guard
      let probe = mmap(
        nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      probe != MAP_FAILED
    else { return false }
    munmap(probe, size)
    return true
  }
}
