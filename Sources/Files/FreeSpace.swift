import Foundation

/// The space that is left on a disk.
public enum FreeSpace {
  /// How much this user may still write on the disk of that file or directory, in bytes; `.max` if
  /// it is not known.
  public static func bytes(at path: String) -> Int {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return .max }
    return bytes(blocks: UInt64(status.f_bavail), ofSize: UInt64(status.f_frsize))
  }

  /// File systems may report any numbers; what does not fit counts as `.max`.
  static func bytes(blocks: UInt64, ofSize size: UInt64) -> Int {
    let (bytes, isTooLarge) = blocks.multipliedReportingOverflow(by: size)
    return isTooLarge ? .max : Int(clamping: bytes)
  }
}
