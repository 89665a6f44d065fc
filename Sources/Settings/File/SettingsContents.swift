import Files
import Foundation

/// The bytes of a file, and its stamp when they were read.
struct FileImage: Sendable {
  /// The most bytes of a settings file. The file that comes with Peach has 15 000.
  static let sizeLimit = 1 << 18

  let path: String
  let bytes: [UInt8]
  private let stamp: FileStamp

  /// True if the file had not been changed just before it was read.
  private let isSettled: Bool

  /// Reads a file without ever waiting; `nil` if there is none. Pipes and sockets are refused, and
  /// a terminal counts as empty.
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
    // /dev/null is the usual way to have no settings.
    guard [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
      throw .unreadableFile(path: path, reason: .notAFile)
    }
    self.path = path
    // The stamp from before the bytes are read reveals a change during reading.
    stamp = FileStamp(status)
    isSettled = stamp.isSettled()
    bytes = try Self.contents(of: descriptor, path: path)
  }

  /// True if the file cannot have changed since; one system call.
  var isSurelySame: Bool { isSettled && stamp == FileStamp(path: path) }

  /// True if the file has the same bytes; one system call if it was not touched.
  var isUnchanged: Bool { isSurelySame || (try? FileImage(path: path))?.bytes == bytes }

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

/// The settings in a file, and the faults of the file.
struct SettingsContents: Sendable {
  /// A valid value and its line.
  struct Entry: Hashable, Sendable {
    let value: SettingValue
    let line: Int
  }

  let path: String
  private(set) var entries: [SettingKey: Entry] = [:]

  /// The faults in the order of the lines. ``SettingsLayers`` checks whether the values fit
  /// together.
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

  /// The setting in an entry of a file. Throws the fault of the entry.
  static func value(of entry: TOMLEntry, in path: String) throws(SettingsError) -> SettingValue {
    let place = SettingOrigin.file(path: path, line: entry.line)
    guard let key = SettingKey(name: entry.key) else { throw .unknownKey(place, name: entry.key) }
    if let value = SettingValue(key, node: entry.node) { return value }
    if key.row.domain.kind.matches(entry.node) {
      throw .badValue(place, key: key, value: entry.node.excerpt)
    }
    throw .wrongType(place, key: key, value: entry.node.excerpt, found: entry.node.kind)
  }

  /// Adds a value, which has no line yet.
  func setting(_ value: SettingValue) -> SettingsContents {
    var contents = self
    contents.entries[value.key] = Entry(value: value, line: .max)
    return contents
  }
}
