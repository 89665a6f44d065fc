import Files
import Foundation

/// A file's bytes, and the stamp it had when they were read.
struct FileImage: Sendable {
  /// The most bytes that a settings file may have. The file that comes with Peach has 15 000.
  static let sizeLimit = 1 << 18

  let bytes: [UInt8]
  private let stamp: FileStamp

  /// Whether the file had not been changed just before it was read.
  private let isSettled: Bool

  /// Reads a file; `nil` if there is none.
  ///
  /// Never waits: pipes and sockets are refused, and a terminal counts as empty.
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
    // Taken before the bytes are read, so that a change during reading shows later.
    stamp = FileStamp(status)
    isSettled = stamp.isSettled()
    bytes = try Self.contents(of: descriptor, path: path)
  }

  /// Whether the file at the path cannot have changed since; one system call.
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

/// The settings in a file, and what is wrong with the file.
struct SettingsContents: Sendable {
  /// A valid value and its line.
  struct Entry: Hashable, Sendable {
    let value: SettingValue
    let line: Int
  }

  let path: String
  private(set) var entries: [SettingKey: Entry] = [:]

  /// In the order of the lines. ``SettingsLayers`` checks whether the values fit together.
  private(set) var problems: [SettingsError] = []

  /// The contents of a missing file.
  init(path: String) { self.path = path }

  init(_ document: SettingsDocument, path: String) {
    self.path = path
    for entry in document.entries {
      do throws(SettingsError) {
        let value = try Self.value(of: entry, in: path)
        entries[value.key] = Entry(value: value, line: entry.line)
      } catch {
        problems.append(error)
      }
    }
  }

  /// The setting that an entry of a file makes. Throws what is wrong with the entry.
  static func value(of entry: TOMLEntry, in path: String) throws(SettingsError) -> SettingValue {
    let place = SettingOrigin.file(path: path, line: entry.line)
    guard let key = SettingKey(name: entry.key) else { throw .unknownKey(place, name: entry.key) }
    if let value = SettingValue(key, node: entry.node) { return value }
    if key.row.domain.kind.matches(entry.node) {
      throw .badValue(place, key: key, value: entry.node.excerpt)
    }
    throw .wrongType(place, key: key, value: entry.node.excerpt, found: entry.node.kind)
  }

  /// The contents with one more value, which has no line yet.
  func setting(_ value: SettingValue) -> SettingsContents {
    var contents = self
    contents.entries[value.key] = Entry(value: value, line: .max)
    return contents
  }
}
