import CResampler
import Foundation

/// Keeps the pages of the process in memory: fetching a page from the disk in the callback takes as
/// long as thousands of periods. Any thread; once in a process is enough.
public enum MemoryLock {
  public enum Outcome: Hashable, Sendable {
    case locked
    /// The limit (`ulimit -l`, RLIMIT_MEMLOCK), `bytes`, is too low; nothing is locked.
    case refused(bytes: Int)
  }

  /// Locks all pages of the process, present and future, each from its first use on, if the limit
  /// allows it. Uses the pages of the callback's code now.
  ///
  /// All pages and not only those of the callback: as the limit allows for the whole process, no
  /// later allocation can fail because of the lock.
  public static func lockAll() -> Outcome {
    let resource = __rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else {
      return .refused(bytes: 0)
    }
    // The administrator's limit counts, not that of the shell.
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
    touchCallback()
    return .locked
  }

  /// The bytes before and after a function of the process callback that contain its code: the
  /// linker puts the functions of a room beside each other, 0.6 MB of Sound; those of Realtime are
  /// within the same file.
  private static let reach: UInt = 1 << 20

  /// Maps the pages around the callback, so that its first period causes no fault.
  private static func touchCallback() {
    let callback: @convention(c) (UInt32, UnsafeMutableRawPointer?) -> Int32 = { process($0, $1) }
    let resampler: @convention(c) (OpaquePointer?) -> Void = resampler_destroy
    let size = UInt(getpagesize())
    for place in [unsafeBitCast(callback, to: UInt.self), unsafeBitCast(resampler, to: UInt.self)] {
      var page = (place - min(place, reach)) / size * size
      while page < place + reach {
        // MADV_POPULATE_READ of Linux 5.14, madvise(2), which older headers lack. Older kernels
        // refuse it, and all do if nothing is mapped there.
        madvise(UnsafeMutableRawPointer(bitPattern: page), Int(size), 22)
        page += size
      }
    }
  }

  /// The bytes of the limit to leave for fonts, threads and other later allocations: an allocation
  /// beyond the limit fails.
  private static let headroom = 1 << 30

  /// The least sufficient limit, in bytes: for the whole process and later allocations.
  public static var requirement: Int { lockedBytes + headroom }

  /// The bytes that count against the limit now: the whole address space.
  private static var lockedBytes: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii))?
      .split(separator: " ").first.flatMap { Int($0) }
    return (pages ?? Int.max / 8192) * Int(getpagesize())
  }

  /// True if the limit does not apply, as for a process with the capability to lock: memory beyond
  /// it can be allocated.
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
