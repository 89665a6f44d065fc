import Foundation

/// What is left on a disk.
enum FreeSpace {
  /// What this user may still write on the disk of that file or directory, in bytes; where that cannot
  /// be told, as much as there can be.
  static func bytes(at path: String) -> Int {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return .max }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }
}
