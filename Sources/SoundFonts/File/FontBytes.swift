import Files
import Foundation

/// Bytes that can be read at any offset: a file, or memory in tests.
protocol FontBytes {
  var count: Int { get }

  /// Reads up to `count` bytes from `offset` on; fewer only at the end.
  func bytes(at offset: Int, count: Int) throws(SoundFontError) -> [UInt8]
}

/// A regular file, open for reading.
final class FileBytes: FontBytes {
  let count: Int
  let identity: FileIdentity
  private let descriptor: Int32

  /// - Throws: ``SoundFontError/unreadable(errno:)``, ``SoundFontError/notAFile``
  init(path: String) throws(SoundFontError) {
    // Without O_NONBLOCK, a pipe created since the last check would block until someone writes to
    // it.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable(errno: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw .unreadable(errno: number)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile
    }
    count = max(Int(status.st_size), 0)
    identity = FileStamp(status).identity
  }

  deinit { close(descriptor) }

  func bytes(at offset: Int, count: Int) throws(SoundFontError) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    let length = min(count, self.count - offset)
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
      while filled < length {
        let read = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, length - filled,
          off_t(offset) + off_t(filled))
        if read > 0 {
          filled += read
        } else if read == 0 {
          return
        } else if errno != EINTR {
          failure = errno
          return
        }
      }
    }
    guard failure == 0 else { throw .unreadable(errno: failure) }
    return bytes
  }

  /// Compares two files; stops at the first difference.
  func hasSameContent(as other: FileBytes) throws(SoundFontError) -> Bool {
    guard count == other.count else { return false }
    let block = 1 << 20
    var offset = 0
    while offset < count {
      let mine = try bytes(at: offset, count: block)
      guard !mine.isEmpty, try mine == other.bytes(at: offset, count: block) else { return false }
      offset += mine.count
    }
    return true
  }
}

/// A font in memory that counts its reads, for tests and the fuzzer.
public final class MemoryBytes: FontBytes {
  private let content: [UInt8]

  /// The number of reads.
  public private(set) var reads = 0

  /// The bytes read in all, and the most bytes in one read.
  private(set) var totalRead = 0
  private(set) var largestRead = 0

  public init(_ content: [UInt8]) { self.content = content }

  var count: Int { content.count }

  func bytes(at offset: Int, count: Int) throws(SoundFontError) -> [UInt8] {
    reads += 1
    guard offset >= 0, offset < content.count, count > 0 else { return [] }
    let length = min(count, content.count - offset)
    totalRead += length
    largestRead = max(largestRead, length)
    return Array(content[offset..<offset + length])
  }
}
