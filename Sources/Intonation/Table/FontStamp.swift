import Foundation

/// What tells cheaply that a file is still the same: where it lies on its disk, its size, and when it was
/// last written to.
struct FontStamp: Codable, Hashable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  /// Nanoseconds since 1970, of the contents and of the file itself.
  let modified: Int64
  let changed: Int64

  /// `nil` where there is no such file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// The name of the file that remembers what a stamp stands for.
  var name: String { "\(String(device, radix: 16))-\(String(inode, radix: 16)).json" }
}
