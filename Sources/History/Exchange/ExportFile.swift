import Foundation

/// The file that an export is written to: complete and on the disk, or not there.
///
/// It is written under another name in the same directory and renamed at the end. What is not a
/// file but, say, a terminal or a pipe is written to directly.
final class ExportFile {
  private let path: String

  /// Where the file will be: links to it stay links.
  private let place: String
  private let descriptor: CInt
  private let temporary: String?
  private var isOwned: Bool
  private var buffer: [UInt8] = []

  private static let bufferSize = 1 << 16

  /// How much a pipe that is ready accepts at once (POSIX: PIPE_BUF is 4096 on Linux).
  private static let pipeSize = 4096

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - isReplacing: whether an existing file may be replaced.
  ///
  /// Throws ``ExchangeFault``, or `CancellationError` while it waits for a reader.
  init(_ path: String, isReplacing: Bool) throws {
    self.path = path
    place = path == "-" ? path : FilePlace(path).path
    isOwned = path != "-"
    var status = stat()
    let isThere = path != "-" && stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if isThere, kind == S_IFDIR { throw ExchangeFault.targetIsDirectory(path: path) }
    if path == "-" {
      descriptor = STDOUT_FILENO
      temporary = nil
    } else if isThere, kind != S_IFREG {
      temporary = nil
      descriptor = try Self.opened(path, waiting: kind == S_IFIFO)
    } else {
      guard !isThere || isReplacing else { throw ExchangeFault.exists(path: path) }
      let target = URL(fileURLWithPath: place)
      let name = ".\(target.lastPathComponent.prefix(200)).\(UUID().uuidString.prefix(8))"
      let temporary = target.deletingLastPathComponent().appendingPathComponent(name).path
      self.temporary = temporary
      let mode: mode_t = isThere ? 0o600 : 0o666
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if isThere, descriptor >= 0 { Self.adopt(status, descriptor) }
    }
    guard descriptor >= 0 else {
      isOwned = false
      throw ExchangeFault.cannotCreate(path: path, reason: errno)
    }
  }

  /// Opens what is not a file; -1 if that fails.
  ///
  /// - Parameter waiting: whether to wait for a reader.
  private static func opened(_ path: String, waiting: Bool) throws -> CInt {
    while true {
      let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      guard descriptor < 0, waiting, errno == ENXIO || errno == EINTR else { return descriptor }
      try Task.checkCancellation()
      poll(nil, 0, 100)
    }
  }

  /// Lets those read the new file who could read the old one, and nobody else.
  private static func adopt(_ old: stat, _ descriptor: CInt) {
    let isSameGroup =
      fchown(descriptor, old.st_uid, old.st_gid) == 0
      || fchown(descriptor, .max, old.st_gid) == 0
    fchmod(descriptor, old.st_mode & (isSameGroup ? 0o777 : 0o707))
  }

  /// Removes a file that was not finished.
  deinit {
    guard isOwned else { return }
    close(descriptor)
    if let temporary { unlink(temporary) }
  }

  func write(_ text: String) throws(ExchangeFault) {
    buffer += text.utf8
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Puts the file in its place.
  func finish() throws(ExchangeFault) {
    try flush()
    guard isOwned else { return }
    guard let temporary else {
      isOwned = false
      guard close(descriptor) == 0 else { throw .cannotWrite(path: path, reason: errno) }
      return
    }
    guard fsync(descriptor) == 0, rename(temporary, place) == 0 else {
      throw .cannotWrite(path: path, reason: errno)
    }
    isOwned = false
    close(descriptor)
    DataDirectory.flush(URL(fileURLWithPath: place).deletingLastPathComponent())
  }

  private func flush() throws(ExchangeFault) {
    var written = 0
    while written < buffer.count, !Task.isCancelled {
      var most = buffer.count - written
      if temporary == nil {
        // A pipe may accept nothing for a long time, and the task may be cancelled meanwhile.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&waiting, 1, 100) <= 0 { continue }
        most = min(most, Self.pipeSize)
      }
      let count = buffer.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), most)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR, errno != EAGAIN {
        throw .cannotWrite(path: path, reason: errno)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
