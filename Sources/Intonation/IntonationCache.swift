import CXXHash
import Foundation

/// The tables that were measured, as files: by the font's content and the preset, so that a font may be
/// moved, renamed or copied, and another in its place is never mistaken for it. Any thread.
///
/// A file is written beside its place and moved there; one that cannot be read is removed, and its table
/// is measured again. Nothing here is worth a fault: a cache that cannot be written is no cache.
public struct IntonationCache: Sendable {
  /// Goes up whenever tables of the past are no longer what the meter would say.
  private static let version = 1

  private struct KnownFont: Codable {
    let stamp: FontStamp
    let content: FontContent
  }

  /// Where the files are.
  public let folder: String

  /// - Parameter folder: the folder of all tables; it need not be there.
  public init(folder: String) { self.folder = folder }

  /// `$XDG_CACHE_HOME/peach/intonation`, or `~/.cache/peach/intonation`.
  public init(environment: [String: String]) {
    // A relative path is to be ignored (XDG Base Directory Specification).
    let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    folder = (cache ?? home + "/.cache") + "/peach/intonation"
  }

  /// The table of a preset; `nil` where it was never measured, or where nobody has looked at this file
  /// yet and its content would have to be read first. Takes a few milliseconds.
  public func table(font path: String, bank: Int, program: Int) -> IntonationTable? {
    guard let stamp = FontStamp(path: path), let content = knownContent(of: stamp) else {
      return nil
    }
    return read(IntonationTable.self, at: place(content, bank: bank, program: program))
  }

  /// The same, reading the file's content if need be.
  public func tableAfterReading(font path: String, bank: Int, program: Int) -> IntonationTable? {
    guard let content = try? content(ofFontAt: path) else { return nil }
    return read(IntonationTable.self, at: place(content, bank: bank, program: program))
  }

  /// Keeps a table.
  ///
  /// - Throws: the system's error where the font cannot be read or the table cannot be written.
  public func keep(_ table: IntonationTable, font path: String, bank: Int, program: Int) throws {
    let content = try content(ofFontAt: path)
    try write(table, to: place(content, bank: bank, program: program))
  }

  private func content(ofFontAt path: String) throws -> FontContent {
    let stamp = FontStamp(path: path)
    if let stamp, let known = knownContent(of: stamp) { return known }
    let content = try FontContent(ofFileAt: path)
    // A file that is being written to while it is read is not remembered.
    if let stamp, stamp == FontStamp(path: path) {
      try? write(KnownFont(stamp: stamp, content: content), to: place(stamp))
    }
    return content
  }

  private func knownContent(of stamp: FontStamp) -> FontContent? {
    guard let known = read(KnownFont.self, at: place(stamp)), known.stamp == stamp else {
      return nil
    }
    return known.content
  }

  // MARK: Files

  private var current: URL { URL(fileURLWithPath: folder).appending(path: "v\(Self.version)") }

  private func place(_ stamp: FontStamp) -> URL {
    current.appending(path: "files").appending(path: stamp.name)
  }

  private func place(_ content: FontContent, bank: Int, program: Int) -> URL {
    current.appending(path: content.description).appending(path: "\(bank)-\(program).json")
  }

  private func read<Value: Decodable>(_ type: Value.Type, at url: URL) -> Value? {
    guard let data = try? Data(contentsOf: url) else { return nil }
    if let value = try? JSONDecoder().decode(type, from: data) { return value }
    try? FileManager.default.removeItem(at: url)
    return nil
  }

  private func write(_ value: some Encodable, to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try encoder.encode(value).write(to: url, options: .atomic)
  }
}

/// What tells cheaply that a file is still the same: where it lies on its disk, its size, and when it was
/// last written to.
struct FontStamp: Codable, Hashable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  /// Nanoseconds since 1970, of the contents and of the file itself.
  let modified: Int64
  let changed: Int64

  /// `nil` where there is no such file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// The name of the file that remembers what a stamp stands for.
  var name: String { "\(String(device, radix: 16))-\(String(inode, radix: 16)).json" }
}

/// A font file by what it contains, wherever it lies and whatever it is called: XXH3's 128 bits over all of
/// it.
public struct FontContent: Codable, Hashable, Sendable, CustomStringConvertible {
  /// 32 hexadecimal digits.
  public let description: String

  private static let pieceSize = 1 << 20

  /// Reads the whole file; 150 MB take some tens of milliseconds where the system still has them.
  ///
  /// - Throws: the system's error where the file cannot be read.
  init(ofFileAt path: String) throws {
    // Piece by piece: a mapped file that somebody shortens meanwhile ends the program.
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    guard let state = XXH3_createState() else { throw CocoaError(.fileReadUnknown) }
    defer { XXH3_freeState(state) }
    XXH3_128bits_reset(state)
    while let piece = try file.read(upToCount: Self.pieceSize), !piece.isEmpty {
      piece.withUnsafeBytes { _ = XXH3_128bits_update(state, $0.baseAddress, $0.count) }
    }
    let hash = XXH3_128bits_digest(state)
    description = [hash.high64, hash.low64].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    description = try container.decode(String.self)
    guard description.count == 32, description.allSatisfy({ $0.isHexDigit && $0.isASCII }) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not 32 hexadecimal digits")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
