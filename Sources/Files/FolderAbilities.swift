import CFileNames
import Foundation
import Glibc

/// What the file system of a folder can do, found by a trial with a file that has no name. Some network file
/// systems lack it, and the error that follows does not name it.
public struct FolderAbilities: Hashable, Sendable {
  /// Whether files can be locked (fcntl(2), `F_SETLK`).
  public let hasLocks: Bool

  public init(hasLocks: Bool) { self.hasLocks = hasLocks }

  /// Tries it. A folder in which no file can be made counts as able.
  public init(of folder: String) {
    let descriptor = Self.makeFile(in: folder)
    hasLocks = descriptor < 0 || Self.canLock(descriptor)
    if descriptor >= 0 { close(descriptor) }
  }

  private static func makeFile(in folder: String) -> CInt {
    let descriptor = Glibc.open(folder, O_RDWR | openNameless | O_CLOEXEC, 0o600)
    if descriptor >= 0 { return descriptor }
    var name = (folder + "/.peach-trial-XXXXXX").utf8CString.map { $0 }
    let named = mkstemp(&name)
    if named >= 0 { unlink(name) }
    return named
  }

  private static func canLock(_ descriptor: CInt) -> Bool {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_len = 1
    return fcntl(descriptor, F_SETLK, &lock) == 0 || errno == EAGAIN || errno == EACCES
  }
}
