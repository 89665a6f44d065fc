import CFileNames
import Foundation
import Glibc

/// What the file system of a folder can do, found by a trial with a file that has no name. Some network file
/// systems lack the one or the other, and the error that follows names neither.
public struct FolderAbilities: Hashable, Sendable {
  /// Whether files can be locked (fcntl(2), `F_SETLK`).
  public let hasLocks: Bool

  /// Whether processes can share a part of a file in memory (mmap(2), `MAP_SHARED`).
  public let hasSharedMemory: Bool

  public init(hasLocks: Bool, hasSharedMemory: Bool) {
    (self.hasLocks, self.hasSharedMemory) = (hasLocks, hasSharedMemory)
  }

  /// Tries it. A folder in which no file can be made counts as able.
  public init(of folder: String) {
    let descriptor = Self.makeFile(in: folder)
    guard descriptor >= 0 else {
      (hasLocks, hasSharedMemory) = (true, true)
      return
    }
    (hasLocks, hasSharedMemory) = (Self.canLock(descriptor), Self.canShare(descriptor))
    close(descriptor)
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

  private static func canShare(_ descriptor: CInt) -> Bool {
    let size = 4096
    // What is missing here is space.
    guard ftruncate(descriptor, off_t(size)) == 0 else { return true }
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != MAP_FAILED else { return errno == ENOMEM }
    munmap(memory, size)
    return true
  }
}
