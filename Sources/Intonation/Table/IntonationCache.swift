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
