import CFileNames
import Foundation
import Synchronization
import Glibc

/// A folder for unfinished files, for this user alone. It is removed when its work ends; if the
/// process was killed, the next folder of the same kind in the same place removes it.
///
/// A lock on the folder shows that somebody works in it. On a file system without locks for folders
/// (NFS) nobody can know that, and abandoned folders stay.
public final class DraftFolder: Sendable {
  public let path: String
  private let descriptor: CInt
  private let isRemoved = Atomic(false)

  /// Removes what others of this kind have left behind there, and makes a folder.
  ///
  /// - Parameters:
  ///   - prefix: what the names of the kind begin with; no other file's name does.
  ///   - folder: where it is made.
  public init(_ prefix: String, in folder: String) throws(FileFault) {
    for path in Self.all(prefix, in: folder) {
      if case .abandoned(let descriptor) = Self.use(of: path) {
        try? FileManager.default.removeItem(atPath: path)
        close(descriptor)
      }
    }
    (path, descriptor) = try Self.claim(folder + "/" + prefix)
  }

  deinit {
    remove()
    close(descriptor)
  }

  /// Removes the folder with what is left in it.
  public func remove() {
    guard !isRemoved.exchange(true, ordering: .relaxed) else { return }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The folders of a kind in which nobody is known to work: their processes were killed.
  public static func leftovers(_ prefix: String, in folder: String) -> [String] {
    all(prefix, in: folder).filter { path in
      switch use(of: path) {
      case .going: return false
      case .unknown: return true
      case .abandoned(let descriptor):
        close(descriptor)
        return true
      }
    }
  }

  /// The use of a folder by a process.
  private enum Use {
    case going
    case unknown

    /// Not in use; the descriptor holds the lock.
    case abandoned(CInt)
  }

  private static func use(of path: String) -> Use {
    let descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return .unknown }
    var status = stat()
    let isOwn = fstat(descriptor, &status) == 0 && status.st_uid == geteuid()
    if isOwn, flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .abandoned(descriptor) }
    let isHeld = isOwn && errno == EWOULDBLOCK
    close(descriptor)
    return isHeld ? .going : .unknown
  }

  private static func all(_ prefix: String, in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { $0.hasPrefix(prefix) }.map { "\(folder)/\($0)" }
  }

  /// Makes a folder and locks it.
  private static func claim(_ prefix: String) throws(FileFault) -> (path: String, CInt) {
    while true {
      let path = try make(prefix)
      let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if descriptor >= 0 { flock(descriptor, LOCK_EX) }
      // Another process may have taken it for abandoned before it was locked.
      if let made = FileStatus(path)?.identity, made == identity(of: descriptor) {
        return (path, descriptor)
      }
      if descriptor >= 0 { close(descriptor) }
    }
  }

  private static func make(_ prefix: String) throws(FileFault) -> String {
    var name = (prefix + "XXXXXX").utf8CString.map { $0 }
    guard mkdtemp(&name) != nil else { throw .cannotCreate(path: prefix, errno: errno) }
    return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func identity(of descriptor: CInt) -> FileIdentity? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileStatus(status).identity : nil
  }
}
