import Files
import Foundation

/// Files with the measured tables, by the font's content and the preset: a font may be moved,
/// renamed or copied, and another font in its place is never mistaken for it. Any thread.
///
/// Files are replaced atomically. An unreadable file is removed, and its table is measured again.
/// No failure here is an error for the user: a cache that cannot be written is not used.
public struct IntonationCache: Sendable {
  /// Increased whenever old tables no longer match the meter.
  private static let version = 4

  private struct KnownFont: Codable {
    let stamp: FileStamp
    let content: ContentHash
  }

  public let folder: String

  /// - Parameter folder: the folder of all tables, which need not exist.
  public init(folder: String) { self.folder = folder }

  /// `$XDG_CACHE_HOME/peach/intonation`, or `~/.cache/peach/intonation`.
  public init(environment: [String: String]) {
    folder = XDGFolders(environment: environment).cache + "/peach/intonation"
  }

  /// Reads the table of a preset, in a few milliseconds; `nil` if it was never measured, or if the
  /// font's content is not known without reading it.
  public func table(font path: String, bank: Int, program: Int) -> IntonationTable? {
    guard let stamp = FileStamp(fontAt: path), let content = knownContent(of: stamp) else {
      return nil
    }
    return read(IntonationTable.self, at: place(content, bank: bank, program: program))
  }

  /// Reads the table of a preset, and the font's content if necessary; `nil` if it was never
  /// measured.
  public func tableAfterReading(font path: String, bank: Int, program: Int) -> IntonationTable? {
    guard let content = try? content(ofFontAt: path) else { return nil }
    return read(IntonationTable.self, at: place(content, bank: bank, program: program))
  }

  /// Stores a table.
  ///
  /// - Throws: the system's error if the font cannot be read or the table cannot be written.
  public func keep(_ table: IntonationTable, font path: String, bank: Int, program: Int) throws {
    let content = try content(ofFontAt: path)
    try write(table, to: place(content, bank: bank, program: program))
  }

  private func content(ofFontAt path: String) throws -> ContentHash {
    let stamp = FileStamp(fontAt: path)
    if let stamp, let known = knownContent(of: stamp) { return known }
    let content = try ContentHash(ofFileAt: path)
    // A file that changes while it is read is not remembered.
    if let stamp, stamp == FileStamp(fontAt: path) {
      try? write(KnownFont(stamp: stamp, content: content), to: place(stamp))
    }
    return content
  }

  private func knownContent(of stamp: FileStamp) -> ContentHash? {
    guard let known = read(KnownFont.self, at: place(stamp)), known.stamp == stamp else {
      return nil
    }
    return known.content
  }

  // MARK: Files

  private var current: URL { URL(fileURLWithPath: folder).appending(path: "v\(Self.version)") }

  private func place(_ stamp: FileStamp) -> URL {
    current.appending(path: "files").appending(path: stamp.name)
  }

  private func place(_ content: ContentHash, bank: Int, program: Int) -> URL {
    current.appending(path: content.description).appending(path: "\(bank)-\(program).json")
  }

  private func read<Value: Decodable>(_ type: Value.Type, at url: URL) -> Value? {
    guard let status = FileStatus(url.path), status.isRegularFile else { return nil }
    if status.size <= Self.largestFile, let data = Self.contents(of: url),
      let value = try? JSONDecoder().decode(type, from: data)
    {
      return value
    }
    try? FileManager.default.removeItem(at: url)
    return nil
  }

  /// The largest file that is read, in bytes; a table of all keys has some tens of kilobytes.
  private static let largestFile = 1 << 20

  private static func contents(of url: URL) -> Data? {
    // A pipe in its place would block without O_NONBLOCK.
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    return try? file.read(upToCount: largestFile)
  }

  private func write(_ value: some Encodable, to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try encoder.encode(value).write(to: url, options: .atomic)
  }
}

extension FileStamp {
  /// Returns `nil` if there is no such regular file.
  fileprivate init?(fontAt path: String) {
    guard let status = FileStatus(path), status.isRegularFile else { return nil }
    self = status.stamp
  }

  /// The name of the file that maps the stamp to a content.
  fileprivate var name: String {
    "\(String(device, radix: 16))-\(String(inode, radix: 16)).json"
  }
}
