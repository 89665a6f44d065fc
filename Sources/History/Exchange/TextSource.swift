import Foundation

/// The text of a file or of standard input as UTF-8, in pieces. Spreadsheets also write UTF-16, which is
/// recognized by its first bytes.
final class TextSource {
  /// What the user calls it.
  let path: String

  /// The size in bytes, if it is known beforehand.
  let size: Int?
  private(set) var bytesRead = 0

  private let descriptor: CInt
  private let isOwned: Bool
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// How the bytes are to be read; `nil` before the first of them.
  private var encoding: TextEncoding?

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

  /// Appends the next piece to `text`; false at the end. Throws ``ExchangeFault``, or
  /// `CancellationError` while it waits.
  func read(into text: inout [UInt8]) throws -> Bool {
    guard var bytes = try nextBytes() else { return false }
    if encoding == nil {
      // A pipe may give them one by one.
      while bytes.count < TextEncoding.markSize, let more = try nextBytes() { bytes += more }
    }
    var encoding = encoding ?? TextEncoding(of: bytes)
    encoding.append(bytes, to: &text)
    self.encoding = encoding
    return true
  }

  /// The next bytes; `nil` at the end.
  private func nextBytes() throws -> ArraySlice<UInt8>? {
    while true {
      try Task.checkCancellation()
      // A pipe may have nothing for a long time, and the task may be cancelled meanwhile.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 100) <= 0 { continue }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        bytesRead += count
        return buffer[..<count]
      }
      if count == 0 { return nil }
      switch errno {
      case EINTR, EAGAIN: continue
      case EISDIR: throw ExchangeFault.isDirectory(path: path)
      default: throw ExchangeFault.cannotRead(path: path, reason: errno)
      }
    }
  }
}

/// How a text is written as bytes, and what is left of the last piece.
private struct TextEncoding {
  /// The bytes that tell it.
  static let markSize = 2

  /// Whether the higher byte of a code unit comes first; `nil` for UTF-8.
  private let isBigEndian: Bool?

  /// Half a code unit, or the first half of a pair of them.
  private var rest: [UInt8] = []

  /// - Parameter start: the beginning of the text. A byte order mark tells the encoding; without one, so does
  ///   the zero that every second byte of an ASCII text is.
  init(of start: some Collection<UInt8>) {
    let mark = Array(start.prefix(Self.markSize))
    switch (mark.first ?? 1, mark.dropFirst().first ?? 1) {
    case (0xFF, 0xFE), (1..., 0): isBigEndian = false
    case (0xFE, 0xFF), (0, 1...): isBigEndian = true
    default: isBigEndian = nil
    }
  }

  /// Appends the bytes as UTF-8. What is no UTF-16 becomes U+FFFD.
  mutating func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
    guard let isBigEndian else {
      text += bytes
      return
    }
    rest += bytes
    var units = stride(from: 0, to: rest.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(rest[place]), UInt16(rest[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    rest.removeFirst(units.count * 2)
    text += String(decoding: units, as: UTF16.self).utf8
  }
}
