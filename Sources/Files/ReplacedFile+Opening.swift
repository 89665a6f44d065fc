import CFileNames
import Foundation
import Glibc

/// What the bytes of a file go into until it is complete.
extension ReplacedFile {
  /// Whether the path is a symbolic link to a file that there is.
  static func leadsToFile(_ path: String) -> Bool {
    var link = stat()
    guard lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK else { return false }
    return FileStatus(path)?.isRegularFile == true
  }

  /// Opens what the bytes go into.
  static func open(
    _ path: String, _ rule: Rule, triesNameless: Bool
  ) throws(FileFault) -> (descriptor: CInt, place: Place) {
    var old = stat()
    let exists = stat(path, &old) == 0
    if exists, !rule.replacesReadOnlyFiles, access(path, W_OK) != 0 {
      throw .cannotWrite(path: path, errno: errno)
    }
    let kind = old.st_mode & S_IFMT
    if exists, kind == S_IFDIR { throw .isDirectory(path: path) }
    if exists, kind != S_IFREG {
      guard rule.writesToDevices else { throw .cannotWrite(path: path, errno: EINVAL) }
      return (try openDevice(path, isPipe: kind == S_IFIFO), .device)
    }
    if exists, !rule.replacesFiles { throw .exists(path: path) }
    if triesNameless, !rule.replacesFiles, let descriptor = openNamelessFile(besides: path) {
      return (descriptor, .nameless)
    }
    let isKept = exists && rule.keepsPermissions
    let isPrivate = isKept || !rule.keepsPermissions
    let temporary = temporaryName(for: path)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = Glibc.open(temporary, flags, isPrivate ? 0o600 : 0o666)
    guard descriptor >= 0 else {
      throw exists && !rule.replacesReadOnlyFiles
        ? .cannotWrite(path: path, errno: errno) : .cannotCreate(path: path, errno: errno)
    }
    if isKept { copyPermissions(old, to: descriptor) }
    return (descriptor, .temporary(temporary))
  }

  /// A file for this user alone that has no name yet (open(2), `O_TMPFILE`); `nil` if the file system does not
  /// support that, or if it could not be named later because /proc is not mounted.
  private static func openNamelessFile(besides path: String) -> CInt? {
    let descriptor = Glibc.open(folder(of: path), O_WRONLY | openNameless | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    if access(link(of: descriptor), F_OK) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// The link to an open file in /proc (proc(5)).
  static func link(of descriptor: CInt) -> String { "/proc/self/fd/\(descriptor)" }

  private static func folder(of path: String) -> String {
    let folder = path.parentDirectory
    return folder.isEmpty ? "." : folder
  }

  /// A hidden name in the same folder that nobody has yet.
  private static func temporaryName(for path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    // A name has at most 255 bytes.
    let short = String(decoding: name.utf8.prefix(200), as: UTF8.self)
    return "\(folder(of: path))/.\(short).\(UUID().uuidString.prefix(8))"
  }

  private static func openDevice(_ path: String, isPipe: Bool) throws(FileFault) -> CInt {
    while true {
      let descriptor = Glibc.open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
      guard isPipe, errno == ENXIO || errno == EINTR else {
        throw .cannotCreate(path: path, errno: errno)
      }
      if Task.isCancelled { throw .cannotCreate(path: path, errno: ECANCELED) }
      poll(nil, 0, 100)
    }
  }

  /// Whoever may read the old file may read the new one, and nobody else.
  private static func copyPermissions(_ old: stat, to descriptor: CInt) {
    // Only root may give a file away; for anybody else the owner is usually the same already.
    let isSameGroup =
      fchown(descriptor, old.st_uid, old.st_gid) == 0
      || fchown(descriptor, .max, old.st_gid) == 0
    fchmod(descriptor, old.st_mode & (isSameGroup ? 0o777 : 0o707))
  }
}
