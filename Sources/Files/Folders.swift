import CFileNames
import Foundation
import Glibc

/// The user's folders as the XDG Base Directory Specification 0.8 names them. A variable that is
/// empty or a relative path counts as not set.
public struct XDGFolders: Hashable, Sendable {
  public let home: String

  /// `$XDG_CONFIG_HOME`, or `~/.config`.
  public let config: String

  /// `$XDG_CONFIG_DIRS`, or `/etc/xdg`; the most important one first.
  public let sharedConfig: [String]

  /// `$XDG_DATA_HOME`, or `~/.local/share`.
  public let data: String

  /// `$XDG_STATE_HOME`, or `~/.local/state`.
  public let state: String

  /// `$XDG_CACHE_HOME`, or `~/.cache`.
  public let cache: String

  /// `$TMPDIR`, or `/tmp`.
  public let temporary: String

  private static let variables = [
    "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
    "XDG_CONFIG_DIRS", "XDG_DATA_DIRS", "TMPDIR",
  ]

  /// The first of these variables of the process that is not UTF-8. Foundation repairs such a text,
  /// and the path then leads elsewhere.
  public static var variableWithoutText: String? {
    variables.first { name in getenv(name).map { String(validatingCString: $0) == nil } ?? false }
  }

  /// - Parameters:
  ///   - environment: the variables of the process.
  ///   - accountHome: the home directory of the account, for a process without `HOME`.
  public init(environment: [String: String], accountHome: String = NSHomeDirectory()) {
    func folder(_ variable: String) -> String? { Self.absolute(environment[variable]) }
    let home = folder("HOME") ?? accountHome
    self.home = home
    config = folder("XDG_CONFIG_HOME") ?? home + "/.config"
    data = folder("XDG_DATA_HOME") ?? home + "/.local/share"
    state = folder("XDG_STATE_HOME") ?? home + "/.local/state"
    cache = folder("XDG_CACHE_HOME") ?? home + "/.cache"
    temporary = folder("TMPDIR") ?? "/tmp"
    let shared = (environment["XDG_CONFIG_DIRS"] ?? "").split(separator: ":")
      .compactMap { Self.absolute(String($0)) }
    sharedConfig = shared.isEmpty ? ["/etc/xdg"] : shared
  }

  private static func absolute(_ path: String?) -> String? {
    guard var path, path.hasPrefix("/") else { return nil }
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// Creates the folder and its missing parents, for this user alone (mode 0700, as the XDG
/// specification requires). Existing folders stay as they are.
///
/// Each new entry is flushed to the disk: after a power cut a file is only as safe as its folder.
public func createFolder(_ path: String) throws(FileFault) {
  var folder = path.hasPrefix("/") ? "" : "."
  for component in path.split(separator: "/") {
    let parent = folder
    folder += "/" + component
    if mkdir(folder, 0o700) == 0 {
      flushFolder(parent.isEmpty ? "/" : parent)
      continue
    }
    // A folder may be there and yet refuse the attempt, on a read-only file system for example.
    let fault = errno
    if fault != EEXIST, FileStatus(folder) == nil {
      throw .cannotCreate(path: folder, errno: fault)
    }
  }
}

/// Writes the entries of a folder to the disk; an empty path is the working directory. Some
/// (network) file systems refuse, which is ignored.
public func flushFolder(_ path: String) {
  let descriptor = openFolder(path)
  guard descriptor >= 0 else { return }
  fsync(descriptor)
  close(descriptor)
}

/// Does the work while no other process that asks for the same lock does its own. On a file system
/// without locks the work is done all the same.
public func withLockedFolder<Failure: Error>(
  _ path: String, _ work: () throws(Failure) -> Void
) throws(Failure) {
  let descriptor = openFolder(path)
  if descriptor >= 0 { flock(descriptor, LOCK_EX) }
  defer { if descriptor >= 0 { close(descriptor) } }
  try work()
}

private func openFolder(_ path: String) -> CInt {
  open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
}

/// True if files in the folder can be locked (fcntl(2), `F_SETLK`), found with a nameless file.
/// Some network file systems have no locks, and the error that follows does not say so. A folder in
/// which no file can be made counts as able.
public func canLockFiles(in folder: String) -> Bool {
  let descriptor = makeTrialFile(in: folder)
  guard descriptor >= 0 else { return true }
  defer { close(descriptor) }
  var lock = flock()
  lock.l_type = Int16(F_WRLCK)
  lock.l_whence = Int16(SEEK_SET)
  lock.l_len = 1
  return fcntl(descriptor, F_SETLK, &lock) == 0 || errno == EAGAIN || errno == EACCES
}

private func makeTrialFile(in folder: String) -> CInt {
  let descriptor = open(folder, O_RDWR | openNameless | O_CLOEXEC, 0o600)
  if descriptor >= 0 { return descriptor }
  var name = (folder + "/.peach-trial-XXXXXX").utf8CString.map { $0 }
  let named = mkstemp(&name)
  if named >= 0 { unlink(name) }
  return named
}

/// The space that is left on a disk.
public enum FreeSpace {
  /// The bytes that this user may still write on the disk of that file or directory; `.max` if
  /// unknown.
  public static func bytes(at path: String) -> Int {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return .max }
    return bytes(blocks: UInt64(status.f_bavail), ofSize: UInt64(status.f_frsize))
  }

  /// The product, or `.max` for one that does not fit: file systems may report any numbers.
  static func bytes(blocks: UInt64, ofSize size: UInt64) -> Int {
    let (bytes, isTooLarge) = blocks.multipliedReportingOverflow(by: size)
    return isTooLarge ? .max : Int(clamping: bytes)
  }
}

/// Files about one person, for their owner alone (mode 0600), whatever the umask.
public enum PrivateFile {
  /// Makes an empty file, unless there is one. The file is never opened: closing a database's file
  /// would drop the locks of this process on it.
  public static func create(_ path: String) throws(FileFault) {
    guard mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else {
      throw .cannotCreate(path: path, errno: errno)
    }
  }

  /// Removes the rights of others on a file of this user's, which an earlier Peach gave them.
  public static func restrict(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 != 0
    else { return }
    chmod(path, status.st_mode & 0o700)
  }
}
