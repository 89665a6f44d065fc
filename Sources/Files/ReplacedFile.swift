import CFileNames
import Foundation
import Glibc

/// A file that is replaced as a whole: a reader sees the old bytes or the new, even after a power
/// cut.
///
/// The bytes go into a new file in the same folder, which ``commit()`` renames. A file that is not
/// committed leaves nothing behind. A file that may replace nothing leaves nothing even if the process is
/// killed: it has no name until it is complete, if the file system supports that.
/// Symbolic links stay: what they point to is replaced.
///
/// A terminal, a pipe or another device cannot be replaced. It is written directly if the rule
/// allows it; a cancelled task then stops writing without an error, and its caller must look for
/// that.
public struct ReplacedFile: ~Copyable {
  /// What may be overwritten, and who may read the new file.
  public struct Rule: Sendable {
    private(set) var replacesFiles = true
    private(set) var replacesReadOnlyFiles = true
    private(set) var writesToDevices = true

    /// Whether a file keeps its owner and its permissions, and a new one has those of any new file. Otherwise
    /// it is for this user alone (mode 0600): it holds a person's results.
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

    /// The same.
    ///
    /// - Parameter followingLinks: whether a file that the path leads to through a symbolic link may
    ///   be replaced.
    public static func renewed(followingLinks: Bool) -> Rule {
      var rule = Rule()
      rule.keepsPermissions = false
      rule.followsLinks = followingLinks
      return rule
    }

    /// A new file for this user alone, which takes the place of nothing, also of what comes there
    /// meanwhile.
    public static let new = {
      var rule = output(replacing: false)
      rule.writesToDevices = false
      return rule
    }()

    /// A file that the user has asked for, for this user alone. Without `replacing` it takes the place of
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

  /// Where the bytes are until the file is complete.
  enum Place {
    /// It is written directly.
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

  /// - Parameter triesNameless: whether a new file has no name at first, if the file system can do that.
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

  /// Gives the file its name if nothing has it; `false` if the file system cannot do that in one step, and the name
  /// is free.
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
