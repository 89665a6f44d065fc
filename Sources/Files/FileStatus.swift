import Foundation

/// The properties of a file, read without opening it.
///
/// Opening a database file beside SQLite is dangerous: closing it again drops the locks that SQLite
/// holds on it (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
public struct FileStatus: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case file, folder, other }

  public let kind: Kind
  public let stamp: FileStamp

  public var isRegularFile: Bool { kind == .file }

  /// The size in bytes.
  public var size: Int { Int(stamp.size) }

  public var identity: FileIdentity { stamp.identity }

  public init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    stamp = FileStamp(status)
  }

  /// `nil` if there is no file; symbolic links are followed.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// True if the path's symbolic links lead in a circle.
  public static func isCircular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 && errno == ELOOP
  }
}

/// The identity of a file, whatever its name.
public struct FileIdentity: Hashable, Sendable {
  public let device: UInt64
  public let inode: UInt64
}

/// The properties that change when a file changes: its identity, size and times.
public struct FileStamp: Hashable, Codable, Sendable {
  public let device: UInt64
  public let inode: UInt64

  /// The size in bytes.
  public let size: Int64

  /// The time of the last write, in nanoseconds since 1970.
  public let modified: Int64

  /// The time of the last change of the contents, permissions or links, in nanoseconds since 1970.
  public let changed: Int64

  public var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

  public init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  /// The stamp of what the path leads to; `nil` if there is nothing.
  public init?(path: String) {
    guard let status = FileStatus(path) else { return nil }
    self = status.stamp
  }

  /// True if the file was not changed just before `now`. Times are as coarse as the kernel's tick
  /// (10 ms at most): a second change within one tick may leave no trace in them.
  public func isSettled(at now: Date = Date()) -> Bool {
    now.timeIntervalSince1970 - Double(max(modified, changed)) / 1e9 > 0.05
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
