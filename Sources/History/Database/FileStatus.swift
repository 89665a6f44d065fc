import Foundation

/// What the file system knows about a file, read without opening the file.
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

  /// `nil` if there is no file; symbolic links are followed.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isRegularFile = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    identity = [UInt64(status.st_dev), UInt64(status.st_ino)]
  }
}

/// Where a file is, or would be, after following every symbolic link in its path.
struct FilePlace: Hashable {
  let path: String

  private static let mostLinks = 40

  init(_ path: String) {
    var path = URL(fileURLWithPath: path).path
    for _ in 0..<Self.mostLinks {
      if let real = Self.real(path) {
        self.path = real
        return
      }
      // A link may point to a file that does not exist yet.
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        break
      }
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      path = target.hasPrefix("/") ? target : "\(directory)/\(target)"
    }
    let url = URL(fileURLWithPath: path)
    let directory = url.deletingLastPathComponent().path
    self.path =
      URL(fileURLWithPath: Self.real(directory) ?? directory)
      .appendingPathComponent(url.lastPathComponent).path
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

/// Creates the directory of the database.
enum DataDirectory {
  /// Creates the directory and missing ones above it, only for this user (mode 0700, as the XDG
  /// specification requires). Existing ones stay as they are.
  ///
  /// Each new entry is flushed to the disk: after a power cut a record is only as safe as the
  /// directory that it is in.
  static func create(_ directory: URL) throws(DataStoreFault) {
    let path = directory.path
    guard FileStatus(path) == nil else { return }
    let parent = directory.deletingLastPathComponent()
    if parent.path != path { try create(parent) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw errno == ENOSPC || errno == EDQUOT ? .diskFull : .cannotCreate(path: path)
    }
    flush(parent)
  }

  /// Writes the entries of a directory to the disk. File systems that cannot do so (some network
  /// ones) refuse, and nothing can be done about that.
  static func flush(_ directory: URL) {
    let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

/// The space that is left on a disk.
enum FreeSpace {
  /// How much this user may still write on the disk of that file or directory, in bytes; `.max` if
  /// it is not known.
  static func bytes(at path: String) -> Int {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return .max }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }
}
