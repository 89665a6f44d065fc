import Foundation

/// The space that is left on a disk.
public enum FreeSpace {
  /// How much this user may still write on the disk of that file or directory, in bytes; `.max` if
  /// it is not known.
  public static func bytes(at path: String) -> Int {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return .max }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }
}
