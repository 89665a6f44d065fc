import Foundation

/// The file that an export goes into: complete and on the disk, or not there.
///
/// It is written under another name beside its place, and renamed at the end. What is no file but, say,
/// a terminal or a pipe is written to directly.
final class ExportFile {
  private let path: String
  private let descriptor: CInt
  private let temporary: String?
  private var isOwned: Bool
  private var buffer: [UInt8] = []

  private static let bufferSize = 1 << 16

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - isReplacing: whether a file that is there may be replaced.
  init(_ path: String, isReplacing: Bool) throws(ExchangeFault) {
    self.path = path
    isOwned = path != "-"
    var status = stat()
    let isThere = path != "-" && stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if isThere, kind == S_IFDIR { throw .isDirectory(path: path) }
    if path == "-" {
      descriptor = STDOUT_FILENO
      temporary = nil
    } else if isThere, kind != S_IFREG {
      temporary = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      guard !isThere || isReplacing else { throw .exists(path: path) }
      let target = URL(fileURLWithPath: path)
      let name = ".\(target.lastPathComponent.prefix(200)).\(UUID().uuidString.prefix(8))"
      let temporary = target.deletingLastPathComponent().appendingPathComponent(name).path
      self.temporary = temporary
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else {
      isOwned = false
      throw .cannotCreate(path: path, reason: errno)
    }
  }

  /// Leaves nothing behind that was not finished.
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
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
      throw .cannotWrite(path: path, reason: errno)
    }
    isOwned = false
    close(descriptor)
    DataDirectory.flush(URL(fileURLWithPath: path).deletingLastPathComponent())
  }

  private func flush() throws(ExchangeFault) {
    var written = 0
    while written < buffer.count {
      let count = buffer.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, 100)
      } else if errno != EINTR {
        throw .cannotWrite(path: path, reason: errno)
      }
      if Task.isCancelled { break }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
