import Files
import Foundation

/// Creates the directory of the database.
enum DataDirectory {
  /// Creates the directory and missing ones above it, only for this user (mode 0700, as the XDG
  /// specification requires). Existing ones stay as they are.
  ///
  /// Each new entry is flushed to the disk: after a power cut a record is only as safe as the
  /// directory that it is in.
  static func create(_ directory: URL) throws(DataStoreFault) {
    do throws(FileFault) {
      try createFolder(directory.path)
    } catch {
      switch error {
      case .cannotCreate(_, ENOSPC), .cannotCreate(_, EDQUOT): throw .diskFull
      case .cannotCreate(let path, _), .cannotFollow(let path, _), .cannotWrite(let path, _),
        .isDirectory(let path), .exists(let path):
        throw .cannotCreate(path: path)
      }
    }
  }
}
