import Foundation

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
    guard mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0 else {
      return .refused(bytes: bytes)
    }
    guard bytes - lockedBytes >= headroom || isFree(of: bytes) else {
      munlockall()
      return .refused(bytes: bytes)
    }
    return .locked
  }

  /// What must be left of a limit for fonts, threads and whatever else comes, in bytes: an allocation that
  /// goes beyond it fails.
  private static let headroom = 1 << 30

  /// What the limit must allow for, in bytes: the whole process, and what may come.
  public static var requirement: Int { lockedBytes + headroom }

  /// What counts against the limit now: all of the address space, in bytes.
  private static var lockedBytes: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii))?
      .split(separator: " ").first.flatMap { Int($0) }
    return (pages ?? Int.max / 8192) * Int(getpagesize())
  }

  /// Whether memory beyond the limit can be had: with the capability to lock, it can.
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
