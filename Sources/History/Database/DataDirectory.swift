import Foundation

/// Makes the directory of the database.
enum DataDirectory {
  /// Creates the directory and those above it that are missing, for this user alone (mode 0700, as
  /// the XDG specification wants it). Those that are there stay as they are.
  ///
  /// Each new entry is flushed to the disk: after a power cut a record is only as safe as the
  /// directory that it lies in.
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
  /// ones) refuse, and there is nothing to be done about that.
  static func flush(_ directory: URL) {
    let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
