import Foundation

/// What changes when a file changes: its identity, size and times.
struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let modified: Int64
  private let changed: Int64

  /// Whether the file had lain still when this was taken. Times are as coarse as the kernel's tick
  /// (10 ms at most): what is written within one tick may leave no trace in them.
  let isSettled: Bool

  init(_ status: stat, now: Date = Date()) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
    let seconds = Double(max(modified, changed)) / 1e9
    isSettled = now.timeIntervalSince1970 - seconds > 0.05
  }

  /// The stamp of whatever the path leads to, or `nil` where that is nothing.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether nothing can have changed from this stamp to a later one.
  func isSurelySame(as later: FileStamp) -> Bool {
    isSettled && device == later.device && inode == later.inode && size == later.size
      && modified == later.modified && changed == later.changed
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
