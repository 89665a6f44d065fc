import CFileNames
import Foundation
import Glibc

/// A file that is replaced as a whole: a reader sees the old bytes or the new, even after a power
/// cut.
///
/// The bytes go into a new file in the same folder, which ``commit()`` renames. A file that is not
/// committed leaves nothing behind. If it may not replace a file, it leaves nothing even if the
/// process is killed: it has no name until it is complete, if the file system supports that.
/// Symbolic links stay: their target is replaced.
///
/// A terminal, a pipe or another device cannot be replaced. It is written directly if the rule
/// allows that; a cancelled task then stops writing without an error, for which its caller must
/// look.
public struct ReplacedFile: ~Copyable {
  /// The rule of what may be overwritten, and of who may read the new file.
  public struct Rule: Sendable {
    private(set) var replacesFiles = true
    private(set) var replacesReadOnlyFiles = true
    private(set) var writesToDevices = true

    /// True if a file keeps its owner and its permissions, and a new one has those of any new file.
    /// Otherwise it is for this user alone (mode 0600): it holds a person's results.
    private(set) var keepsPermissions = true
    private(set) var followsLinks = true

    /// A file of the user's that Peach edits: it must be writable and no device, and keeps its
    /// owner and its permissions.
    public static let edited = {
      var rule = Rule()
      rule.replacesReadOnlyFiles = false
      rule.writesToDevices = false
      return rule
    }()

    /// A file that is made anew each time, for this user alone.
    public static let renewed = renewed(followingLinks: true)

    /// - Parameter followingLinks: true if a file behind a symbolic link may be replaced.
    public static func renewed(followingLinks: Bool) -> Rule {
      var rule = Rule()
      rule.keepsPermissions = false
      rule.followsLinks = followingLinks
      return rule
    }

    /// A new file for this user alone, which replaces nothing, not even a file that appears
    /// meanwhile.
    public static let new = {
      var rule = output(replacing: false)
      rule.writesToDevices = false
      return rule
    }()

    /// A file that the user has asked for, for this user alone. Without `replacing` it replaces
    /// nothing, and no symbolic link is followed to a file either.
    public static func output(replacing: Bool) -> Rule {
      var rule = Rule()
      rule.keepsPermissions = false
      rule.replacesFiles = replacing
      rule.followsLinks = replacing
      return rule
    }
  }

  /// The file itself, behind all symbolic links.
  public let path: String

  private let descriptor: CInt
  private let place: Place
  private let takesNoPlace: Bool
  private var isOpen = true
  private let isStandardOutput: Bool
  private var buffer: [UInt8] = []

  /// The place of the bytes until the file is complete.
  private enum Place {
    /// The device itself.
    case device
    case temporary(String)
    case nameless

    var isDevice: Bool { if case .device = self { true } else { false } }
  }

  private static let bufferSize = 1 << 16

  /// A pipe that is ready accepts this many bytes at once (POSIX: PIPE_BUF is 4096 on Linux).
  private static let pipeSize = 4096

  /// Waits for a reader if the path is a named pipe's.
  public init(_ path: String, _ rule: Rule) throws(FileFault) {
    try self.init(path, rule, triesNameless: true)
  }

  /// - Parameter triesNameless: true to give a new file no name at first, if the file system can.
  init(_ path: String, _ rule: Rule, triesNameless: Bool) throws(FileFault) {
    // Nothing is assigned before everything has succeeded: a half-made value cannot be destroyed.
    if !rule.followsLinks, Self.leadsToFile(path) { throw .exists(path: path) }
    let target = try followingLinks(path)
    let (descriptor, place) = try Self.open(target, rule, triesNameless: triesNameless)
    self.path = target
    self.descriptor = descriptor
    self.place = place
    takesNoPlace = !rule.replacesFiles
    isStandardOutput = false
  }

  private init(standardOutput descriptor: CInt) {
    path = "-"
    self.descriptor = descriptor
    place = .device
    takesNoPlace = false
    isStandardOutput = true
  }

  /// The standard output, which stays open.
  public static func standardOutput() -> ReplacedFile {
    ReplacedFile(standardOutput: STDOUT_FILENO)
  }

  deinit {
    guard isOpen, !isStandardOutput else { return }
    close(descriptor)
    if case .temporary(let temporary) = place { unlink(temporary) }
  }

  /// Appends bytes. They may reach the file as late as ``commit()``.
  public mutating func write(_ bytes: some Sequence<UInt8>) throws(FileFault) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Appends text. It may reach the file as late as ``commit()``.
  public mutating func write(_ text: String) throws(FileFault) {
    buffer += text.utf8
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Puts the file in its place, complete and on the disk.
  public consuming func commit() throws(FileFault) {
    try flush()
    guard !isStandardOutput else { return }
    guard place.isDevice || fsync(descriptor) == 0 else {
      throw .cannotWrite(path: path, errno: errno)
    }
    switch place {
    case .device:
      isOpen = false
      guard close(descriptor) == 0 else { throw .cannotWrite(path: path, errno: errno) }
      return
    case .temporary(let temporary):
      let isNamed = takesNoPlace ? try Self.name(temporary, path) : false
      if !isNamed {
        guard rename(temporary, path) == 0 else { throw .cannotWrite(path: path, errno: errno) }
      }
    case .nameless:
      let own = Self.link(of: descriptor)
      guard linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
        throw errno == EEXIST ? .exists(path: path) : .cannotWrite(path: path, errno: errno)
      }
    }
    isOpen = false
    close(descriptor)
    flushFolder(path.parentDirectory)
  }

  /// Gives the file its name if the name is free; `false` if it is, but the file system cannot do
  /// that in one step.
  private static func name(_ temporary: String, _ path: String) throws(FileFault) -> Bool {
    // Some file systems have only this (FAT), some only hard links (NFS).
    guard renameat2(AT_FDCWD, temporary, AT_FDCWD, path, renameNoReplace) != 0
    else { return true }
    if errno == EEXIST { throw .exists(path: path) }
    guard Glibc.link(temporary, path) != 0 else {
      unlink(temporary)
      return true
    }
    let fault = errno
    var status = stat()
    guard fault != EEXIST, lstat(path, &status) != 0 else { throw .exists(path: path) }
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(fault) else {
      throw .cannotWrite(path: path, errno: fault)
    }
    return false
  }

  private mutating func flush() throws(FileFault) {
    var written = 0
    while written < buffer.count, !place.isDevice || !Task.isCancelled {
      var most = buffer.count - written
      if place.isDevice {
        // A pipe may accept nothing for a long time; a cancellation must not wait for it.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&waiting, 1, 100) <= 0 { continue }
        most = min(most, Self.pipeSize)
      }
      let count = buffer.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), most)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR, errno != EAGAIN {
        throw .cannotWrite(path: path, errno: errno)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Replaces a file by the bytes, or creates it.
public func replaceAtomically(
  _ path: String, with bytes: [UInt8], _ rule: ReplacedFile.Rule
) throws(FileFault) {
  var file = try ReplacedFile(path, rule)
  try file.write(bytes)
  try file.commit()
}

extension ReplacedFile {
  /// True if the path is a symbolic link to an existing file.
  private static func leadsToFile(_ path: String) -> Bool {
    var link = stat()
    guard lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK else { return false }
    return FileStatus(path)?.isRegularFile == true
  }

  /// Opens the file that receives the bytes until they are complete.
  private static func open(
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

  /// A nameless file for this user alone (open(2), `O_TMPFILE`); `nil` if the file system does not
  /// support that, or if it could not be named later because /proc is not mounted.
  private static func openNamelessFile(besides path: String) -> CInt? {
    let descriptor = Glibc.open(folder(of: path), O_WRONLY | openNameless | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    if access(link(of: descriptor), F_OK) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// The link to an open file in /proc (proc(5)).
  private static func link(of descriptor: CInt) -> String { "/proc/self/fd/\(descriptor)" }

  private static func folder(of path: String) -> String {
    let folder = path.parentDirectory
    return folder.isEmpty ? "." : folder
  }

  /// A new hidden name in the same folder.
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

  /// Lets those who may read the old file read the new one, and nobody else.
  private static func copyPermissions(_ old: stat, to descriptor: CInt) {
    // Only root may give a file away; for anybody else the owner is usually the same already.
    let isSameGroup =
      fchown(descriptor, old.st_uid, old.st_gid) == 0
      || fchown(descriptor, .max, old.st_gid) == 0
    fchmod(descriptor, old.st_mode & (isSameGroup ? 0o777 : 0o707))
  }
}

/// The reason why a file or a folder cannot be created or written.
public enum FileFault: Error, Hashable, Sendable {
  case isDirectory(path: String)

  /// The file exists, and the rule protects it.
  case exists(path: String)

  /// A link leads nowhere: `ELOOP` for links in a circle.
  case cannotFollow(path: String, errno: CInt)

  /// `ECANCELED` if the task was cancelled while a pipe waited for a reader.
  case cannotCreate(path: String, errno: CInt)

  /// The file can be created but not written, or not put in its place.
  case cannotWrite(path: String, errno: CInt)

  /// The system's error number, if there is one.
  public var number: CInt? {
    switch self {
    case .isDirectory, .exists: nil
    case .cannotFollow(_, let errno), .cannotCreate(_, let errno), .cannotWrite(_, let errno): errno
    }
  }
}
