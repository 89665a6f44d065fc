import Files
import Foundation

/// A file's bytes, and the stamp it had when they were read.
struct FileImage: Sendable {
  /// More bytes than this are no settings.
  static let sizeLimit = 1 << 20

  let bytes: [UInt8]
  private let stamp: FileStamp

  /// Whether the file had lain still when it was read.
  private let isSettled: Bool

  /// Reads a file; `nil` where there is none.
  ///
  /// Never waits: pipes and sockets are refused, a terminal has nothing to say.
  init?(path: String) throws(SettingsError) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadableFile(path: path, reason: .system(errno: errno))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadableFile(path: path, reason: .system(errno: errno))
    }
    // /dev/null is the usual way to say "no settings".
    guard [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
      throw .unreadableFile(path: path, reason: .notAFile)
    }
    // Taken before the reading: what changes meanwhile makes a difference later.
    stamp = FileStamp(status)
    isSettled = stamp.isSettled()
    bytes = try Self.contents(of: descriptor, path: path)
  }

  /// Whether the file of that path cannot have changed since; one system call.
  func isSurelySame(asFileAt path: String) -> Bool {
    isSettled && stamp == FileStamp(path: path)
  }

  private static func contents(
    of descriptor: Int32, path: String
  ) throws(SettingsError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw .unreadableFile(path: path, reason: .system(errno: errno))
      }
      if count == 0 { return bytes }
      bytes += chunk.prefix(count)
      guard bytes.count <= sizeLimit else {
        throw .unreadableFile(path: path, reason: .tooLarge(limit: sizeLimit))
      }
    }
  }
}
