import Foundation

/// The bytes of a file or of standard input, in pieces.
final class TextSource {
  /// What the user calls it.
  let path: String

  /// The size in bytes, if it is known beforehand.
  let size: Int?
  private(set) var bytesRead = 0

  private let descriptor: CInt
  private let isOwned: Bool
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// - Parameter path: `-` is standard input.
  init(_ path: String) throws(ExchangeFault) {
    self.path = path
    guard path != "-" else {
      descriptor = STDIN_FILENO
      isOwned = false
      size = nil
      return
    }
    // Without O_NONBLOCK, opening a named pipe that nobody writes to would block.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    isOwned = true
    guard descriptor >= 0 else {
      size = nil
      throw errno == ENOENT || errno == ENOTDIR
        ? .missing(path: path) : .cannotRead(path: path, reason: errno)
    }
    var status = stat()
    fstat(descriptor, &status)
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit { if isOwned, descriptor >= 0 { close(descriptor) } }

  /// Appends the next bytes; false at the end. Throws ``ExchangeFault``, or `CancellationError` while it waits.
  func read(into bytes: inout [UInt8]) throws -> Bool {
    while true {
      try Task.checkCancellation()
      // A pipe may have nothing for a long time, and the task may be cancelled meanwhile.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 100) <= 0 { continue }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        bytesRead += count
        bytes += buffer[..<count]
        return true
      }
      if count == 0 { return false }
      switch errno {
      case EINTR, EAGAIN: continue
      case EISDIR: throw ExchangeFault.isDirectory(path: path)
      default: throw ExchangeFault.cannotRead(path: path, reason: errno)
      }
    }
  }
}
