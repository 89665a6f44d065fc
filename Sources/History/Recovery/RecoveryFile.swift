import Files
import Foundation
import MainThread

/// A file of results that could not be stored, a record a line. If it is not beside the history, it begins
/// with the first line of any file of JSON lines, which names the history.
///
/// Two Peaches may add to it and read it at once: each locks the file while it does, and then
/// checks that the file of that name is still the same.
struct RecoveryFile {
  let url: URL

  /// The path of the history that the file belongs to; `nil` for a file that does not name it.
  let history: String?

  /// How long to wait for another Peach that holds the file, in seconds.
  let timeout: TimeInterval

  init(_ url: URL, history: String? = nil, timeout: TimeInterval = 0.25) {
    self.url = url
    self.history = history
    self.timeout = timeout
  }

  /// What there is under the file's name.
  enum Presence { case none, own, foreign }

  var presence: Presence {
    var status = stat()
    guard lstat(url.path, &status) == 0 else { return .none }
    return Self.isOwn(status) ? .own : .foreign
  }

  /// The file for lines that are no results.
  var setAside: RecoveryFile {
    RecoveryFile(
      url.deletingPathExtension().appendingPathExtension("damaged.jsonl"), history: history)
  }

  /// The path of the history that the content names, if it is not this one.
  func otherHistory(in content: Data) -> String? {
    guard let history, let line = content.split(separator: UInt8(ascii: "\n")).first,
      let named = JSONHeader(String(decoding: line, as: UTF8.self))?.history, named != history
    else { return nil }
    return named
  }

  /// Whether a line is the first one of a file, and no record.
  static func isHeader(_ line: some Collection<UInt8>) -> Bool {
    line.starts(with: JSONHeader.beginning.utf8)
  }

  /// Adds lines, each with its end, at the end of the file; on return they are on the disk. Creates
  /// the file (mode 0600) and its directory if they are missing. If not all lines can be added,
  /// none is.
  func append(_ lines: Data) throws(DataStoreFault) {
    let directory = url.deletingLastPathComponent()
    try DataDirectory.create(directory)
    let descriptor = try opened(O_RDWR | O_CREAT)
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    // If a power cut tore the last line, the next one must not be damaged, too.
    var last = UInt8(ascii: "\n")
    if size > 0 { pread(descriptor, &last, 1, size - 1) }
    let header = history.map { JSONHeader.line(history: $0) + "\n" } ?? ""
    let before = size == 0 ? header : last == UInt8(ascii: "\n") ? "" : "\n"
    let text = Data(before.utf8) + lines
    do {
      try write(text, to: descriptor)
    } catch {
      if size == 0 { unlink(url.path) } else { ftruncate(descriptor, size) }
      throw error
    }
    flushFolder(directory.path)
  }

  /// Calls `body` with the file's content, and removes the file if `body` returns. Does nothing if
  /// there is no file; throws `locked` if another Peach has it.
  func consume(_ body: (Data) throws -> Void) throws {
    guard presence != .none else { return }
    let descriptor: Int32
    do {
      descriptor = try opened(O_RDONLY)
    } catch {
      // Another Peach may have recovered it meanwhile.
      guard presence != .none else { return }
      throw error
    }
    // Closing it lets the lock go.
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try body(try handle.readToEnd() ?? Data())
    // In a directory that cannot be changed the file can still be emptied.
    if unlink(url.path) != 0 { truncate(url.path, 0) }
    flushFolder(url.deletingLastPathComponent().path)
    withExtendedLifetime(handle) {}
  }

  /// How many lines the file has, but for the first and those of runs. Throws if it may not be read.
  func lineCount() throws(DataStoreFault) -> Int {
    let descriptor = open(url.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw DataStoreFault(errno: errno, path: url.path) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      return try (handle.readToEnd() ?? Data()).split(separator: UInt8(ascii: "\n"))
        .count { !$0.starts(with: RecordLine.runPrefix) && !Self.isHeader($0) }
    } catch {
      throw .inputOutput(message: error.localizedDescription)
    }
  }

  /// Opens the file and locks it exclusively. It must be this user's own file and no link, since
  /// one of the places is open to everybody.
  private func opened(_ flags: Int32) throws(DataStoreFault) -> Int32 {
    let deadline = ProgramClock.now + .seconds(timeout)
    while true {
      let descriptor = open(url.path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard descriptor >= 0 else { throw DataStoreFault(errno: errno, path: url.path) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, Self.isOwn(status) else {
        close(descriptor)
        throw .accessDenied(path: url.path)
      }
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      guard isLocked || errno == EWOULDBLOCK || errno == EINTR else {
        close(descriptor)
        throw .folderWithoutLocks(path: url.deletingLastPathComponent().path)
      }
      // The previous holder of the lock may have removed the file.
      let identity = FileStamp(status).identity
      if isLocked, FileStatus(url.path)?.identity == identity { return descriptor }
      close(descriptor)
      guard ProgramClock.now < deadline else { throw .locked }
      if !isLocked { Scheduling.block(for: .milliseconds(5)) }
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
