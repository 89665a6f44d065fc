import CSndFile

/// The reason why a file could not be made.
public struct WaveFileError: Error, Hashable, Sendable {
  /// libsndfile's words, which are English.
  public let reason: String
}

/// A WAV file of one channel with samples of 32 bits in floating point, as bytes. Any thread.
public struct WaveFile: Hashable, Sendable {
  /// The texts of the chunk LIST INFO; empty ones are left out.
  public struct Texts: Hashable, Sendable {
    public var title = ""

    /// The program that writes the file. libsndfile adds its own name.
    public var software = ""

    /// The date of the sound.
    public var date = ""
    public var comment = ""

    public init(title: String = "", software: String = "", date: String = "", comment: String = "")
    {
      (self.title, self.software, self.date, self.comment) = (title, software, date, comment)
    }
  }

  public let bytes: [UInt8]

  /// - Parameters:
  ///   - samples: stored unchanged; full scale is 1.
  ///   - sampleRate: frames per second, 1 or more.
  public init(_ samples: [Float], sampleRate: Int, texts: Texts) throws(WaveFileError) {
    let memory = FileInMemory(capacity: 4 * samples.count + 4096)
    defer { withExtendedLifetime(memory) {} }
    var info = SF_INFO()
    info.samplerate = Int32(clamping: sampleRate)
    info.channels = 1
    info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
    var calls = FileInMemory.calls
    guard
      let file = sf_open_virtual(
        &calls, Int32(SFM_WRITE), &info, Unmanaged.passUnretained(memory).toOpaque())
    else { throw Self.error(of: nil) }
    let fault = Self.write(samples, texts, to: file)
    // Closing writes the header.
    let isClosed = sf_close(file) == 0
    if let fault { throw fault }
    guard isClosed else { throw WaveFileError(reason: "sf_close failed") }
    bytes = memory.bytes
  }

  private static func write(
    _ samples: [Float], _ texts: Texts, to file: OpaquePointer
  ) -> WaveFileError? {
    let strings = [
      (SF_STR_TITLE, texts.title), (SF_STR_SOFTWARE, texts.software), (SF_STR_DATE, texts.date),
      (SF_STR_COMMENT, texts.comment),
    ]
    for (kind, text) in strings where !text.isEmpty {
      guard sf_set_string(file, Int32(kind), text) == 0 else { return error(of: file) }
    }
    let count = sf_count_t(samples.count)
    return sf_writef_float(file, samples, count) == count ? nil : error(of: file)
  }

  private static func error(of file: OpaquePointer?) -> WaveFileError {
    WaveFileError(reason: sf_strerror(file).map { String(cString: $0) } ?? "")
  }
}

/// The memory that libsndfile writes as a file.
private final class FileInMemory {
  private(set) var bytes: [UInt8] = []
  private var position = 0

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  static let calls = SF_VIRTUAL_IO(
    get_filelen: { sf_count_t(FileInMemory.of($0)?.bytes.count ?? 0) },
    seek: { offset, origin, memory in FileInMemory.of(memory)?.seek(Int(offset), origin) ?? -1 },
    read: { FileInMemory.of($2)?.read(into: $0, Int($1)) ?? 0 },
    write: { FileInMemory.of($2)?.write($0, Int($1)) ?? 0 },
    tell: { sf_count_t(FileInMemory.of($0)?.position ?? -1) })

  private static func of(_ memory: UnsafeMutableRawPointer?) -> FileInMemory? {
    memory.map { Unmanaged<FileInMemory>.fromOpaque($0).takeUnretainedValue() }
  }

  /// - Parameter origin: `SEEK_SET`, `SEEK_CUR` or `SEEK_END`.
  private func seek(_ offset: Int, _ origin: Int32) -> sf_count_t {
    let start =
      switch origin {
      case Int32(SF_SEEK_CUR): position
      case Int32(SF_SEEK_END): bytes.count
      default: 0
      }
    position = max(start + offset, 0)
    return sf_count_t(position)
  }

  private func read(into target: UnsafeMutableRawPointer?, _ count: Int) -> sf_count_t {
    let part = bytes.dropFirst(position).prefix(max(count, 0))
    guard let target, !part.isEmpty else { return 0 }
    UnsafeMutableRawBufferPointer(start: target, count: part.count).copyBytes(from: part)
    position += part.count
    return sf_count_t(part.count)
  }

  private func write(_ source: UnsafeRawPointer?, _ count: Int) -> sf_count_t {
    guard let source, count > 0 else { return 0 }
    let new = UnsafeRawBufferPointer(start: source, count: count)
    if position > bytes.count {
      bytes += repeatElement(0, count: position - bytes.count)
    }
    bytes.replaceSubrange(position..<min(position + count, bytes.count), with: new)
    position += count
    return sf_count_t(count)
  }
}
