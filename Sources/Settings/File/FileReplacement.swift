import Foundation

/// Replaces a file as a whole: a reader sees the old bytes or the new, even after a power cut.
struct FileReplacement {
  /// The file itself, behind all symbolic links, whether it exists or not.
  let target: String

  private var directory: String {
    let parent = target.parentDirectory
    return parent.isEmpty ? "." : parent
  }

  /// Follows symbolic links, so that they survive the replacement of what they point to.
  init(path: String) throws(SettingsError) {
    var path = path
    // As many as Linux follows itself.
    for _ in 0..<40 {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
        target = path
        return
      }
      do {
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: path)
        let parent = path.parentDirectory
        path = link.hasPrefix("/") || parent.isEmpty ? link : parent + "/" + link
      } catch {
        throw .cannotWrite(path: path, errno: EIO)
      }
    }
    throw .cannotWrite(path: path, errno: ELOOP)
  }

  /// Does the work while no other Peach edits a file of the same directory, which must exist.
  func whileLocked(_ work: () throws(SettingsError) -> Void) throws(SettingsError) {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Where locks are not to be had (some network file systems) the work goes on without.
    if descriptor >= 0 { flock(descriptor, LOCK_EX) }
    defer { if descriptor >= 0 { close(descriptor) } }
    try work()
  }

  /// Creates the file's directory and those above it for the user alone (0700), as the XDG Base
  /// Directory Specification wants it.
  func createDirectory() throws(SettingsError) {
    var path = directory.hasPrefix("/") ? "" : "."
    for component in directory.split(separator: "/") {
      path += "/" + component
      guard mkdir(path, 0o700) != 0, errno != EEXIST else { continue }
      // A directory may be there and yet refuse the attempt, on a read-only file system for example.
      let fault = errno
      if FileStamp(path: path) == nil { throw .cannotCreate(path: path, errno: fault) }
    }
  }

  /// Puts the bytes in the file's place. A file that was there passes on its mode and its owner, and
  /// stays where it was if anything fails.
  func write(_ bytes: [UInt8]) throws(SettingsError) {
    var old = stat()
    let exists = stat(target, &old) == 0
    if exists, access(target, W_OK) != 0 { throw .cannotWrite(path: target, errno: errno) }
    // A device such as /dev/null reads as an empty file; its name must never be given away.
    if exists, old.st_mode & S_IFMT != S_IFREG {
      throw .cannotWrite(path: target, errno: EINVAL)
    }

    let name = (target as NSString).lastPathComponent
    let temporary = directory + "/.\(name).\(UUID().uuidString)"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw exists
        ? .cannotWrite(path: target, errno: errno) : .cannotCreate(path: target, errno: errno)
    }
    do throws(SettingsError) {
      defer { close(descriptor) }
      if exists {
        // Only root may give a file away; for anybody else the owner is the same already.
        _ = fchown(descriptor, old.st_uid, old.st_gid)
        try check(fchmod(descriptor, old.st_mode & 0o7777))
      }
      try fill(descriptor, with: bytes)
      try check(fsync(descriptor))
      try check(rename(temporary, target))
    } catch {
      unlink(temporary)
      throw error
    }
    syncDirectory()
  }

  private func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(SettingsError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      try check(count < 0 ? -1 : 0)
      rest = rest.dropFirst(count)
    }
  }

  /// Makes the new name last. If that fails the file is whole all the same.
  private func syncDirectory() {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private func check(_ result: Int32) throws(SettingsError) {
    if result != 0 { throw .cannotWrite(path: target, errno: errno) }
  }
}
