import Foundation
import Settings

/// A directory of its own for one test, gone with it.
final class TemporaryHome {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/peach-settings-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var environment: [String: String] {
    [
      "HOME": path, "XDG_CONFIG_HOME": path + "/config",
      "XDG_CONFIG_DIRS": path + "/site:" + path + "/other",
    ]
  }

  /// The settings file at its usual place.
  var file: SettingsFile { SettingsFile(SettingsLocation(environment: environment)) }

  /// Writes the settings file, and its directory where there is none.
  func write(_ bytes: some Sequence<UInt8>) throws {
    let directory = (file.path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file.path))
  }

  func write(_ text: String) throws { try write(text.utf8) }

  /// What the settings file holds.
  func text() throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file.path)), as: UTF8.self)
  }

  /// The names in the settings file's directory.
  func names() throws -> [String] {
    let directory = (file.path as NSString).deletingLastPathComponent
    return try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  /// The inode of the settings file.
  func fileNumber() throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    return (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? 0
  }

  func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }
}
