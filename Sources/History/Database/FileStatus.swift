import Foundation

/// What the file system knows of a file, read without opening it.
///
/// Opening a database file beside SQLite is dangerous: closing it again drops the locks that SQLite
/// holds on it (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
struct FileStatus: Hashable {
  let isRegularFile: Bool
  let size: Int

  /// When it was last written, in nanoseconds since 1970.
  let modified: Int

  /// Device and inode: the same for as long as it is the same file.
  let identity: [UInt64]

  /// `nil` where there is no file; symbolic links are followed.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isRegularFile = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    identity = [UInt64(status.st_dev), UInt64(status.st_ino)]
  }
}
