import Foundation
import Glibc

/// Files that hold what concerns one person are for their owner alone (mode 0600), whatever the umask.
public enum PrivateFile {
  /// Makes an empty file, unless there is one. It is never opened: closing a database's file would drop the
  /// locks of this process on it.
  public static func create(_ path: String) throws(FileFault) {
    guard mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else {
      throw .cannotCreate(path: path, errno: errno)
    }
  }

  /// Takes the rights of others on a file of this user's away, which an earlier Peach gave them.
  public static func restrict(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 != 0
    else { return }
    chmod(path, status.st_mode & 0o700)
  }
}
