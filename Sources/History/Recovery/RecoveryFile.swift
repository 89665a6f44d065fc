import Foundation

/// A file of results that the database did not take, a record a line.
///
/// Two Peaches may add to it and take it in at once: each holds a lock on the file while it does, and
/// looks afterwards whether the file is still the one of that name.
struct RecoveryFile {
  let url: URL

  /// How long to wait for another Peach that holds the file, in seconds.
  let patience: TimeInterval

  init(_ url: URL, patience: TimeInterval = 0.25) {
    self.url = url
    self.patience = patience
  }

  /// What there is under the file's name.
  enum Presence { case none, own, foreign }

  var presence: Presence {
    var status = stat()
    guard lstat(url.path, &status) == 0 else { return .none }
    return Self.isOwn(status) ? .own : .foreign
  }

  /// Where lines go that are no results.
  var setAside: URL { url.deletingPathExtension().appendingPathExtension("damaged.jsonl") }

  /// Adds lines, each with its end, at the end of the file; on return they are on the disk. Creates
  /// the file (mode 0600) and its directory where they are missing. Lines that could not be added
  /// whole are not in it at all.
  func append(_ lines: Data) throws(DataStoreFault) {
    let directory = url.deletingLastPathComponent()
    try DataDirectory.create(directory)
    let descriptor = try opened(O_RDWR | O_CREAT)
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    // A line that a power cut tore must not take the next one with it.
    var last = UInt8(ascii: "\n")
    if size > 0 { pread(descriptor, &last, 1, size - 1) }
    let text = last == UInt8(ascii: "\n") ? lines : Data("\n".utf8) + lines
    do {
      try write(text, to: descriptor)
    } catch {
      if size == 0 { unlink(url.path) } else { ftruncate(descriptor, size) }
      throw error
    }
    DataDirectory.flush(directory)
  }

  /// Hands over what the file holds, and removes the file if `body` returns. Does nothing where there
  /// is no file; throws `locked` where another Peach has it.
  func consume(_ body: (Data) throws -> Void) throws {
    guard presence != .none else { return }
    let descriptor: Int32
    do {
      descriptor = try opened(O_RDONLY)
    } catch {
      // Another Peach may have taken it in meanwhile.
      guard presence != .none else { return }
      throw error
    }
    // Closing it lets the lock go.
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try body(try handle.readToEnd() ?? Data())
    // In a directory that cannot be changed the file can still be emptied.
    if unlink(url.path) != 0 { truncate(url.path, 0) }
    DataDirectory.flush(url.deletingLastPathComponent())
    withExtendedLifetime(handle) {}
  }

  /// How many lines the file holds. Throws where it may not be read.
  func lineCount() throws(DataStoreFault) -> Int {
    let descriptor = open(url.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw DataStoreFault(errno: errno, path: url.path) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      return try (handle.readToEnd() ?? Data()).split(separator: UInt8(ascii: "\n")).count
    } catch {
      throw .inputOutput(message: error.localizedDescription)
    }
  }

  /// The file under an exclusive lock. It must be a file of this user's own and no link, since one of
  /// the places is open to everybody.
  private func opened(_ flags: Int32) throws(DataStoreFault) -> Int32 {
    let deadline = ContinuousClock.now + .seconds(patience)
    while true {
      let descriptor = open(url.path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard descriptor >= 0 else { throw DataStoreFault(errno: errno, path: url.path) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, Self.isOwn(status) else {
        close(descriptor)
        throw .accessDenied(path: url.path)
      }
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      // Whoever held the lock before may have removed the file.
      let identity = [UInt64(status.st_dev), UInt64(status.st_ino)]
      if isLocked, FileStatus(url.path)?.identity == identity { return descriptor }
      close(descriptor)
      guard ContinuousClock.now < deadline else { throw .locked }
      if !isLocked { Thread.sleep(forTimeInterval: 0.005) }
    }
  }

  private static func isOwn(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
  }

  private func write(_ text: Data, to descriptor: Int32) throws(DataStoreFault) {
    var rest = text[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw DataStoreFault(errno: errno, path: url.path) }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw DataStoreFault(errno: errno, path: url.path) }
  }
}
