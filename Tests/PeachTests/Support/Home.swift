import Foundation

/// A home of its own for a run of the program; it is removed with the object.
final class Home {
  let directory: URL

  convenience init() throws {
    try self.init(
      at: FileManager.default.temporaryDirectory
        .appendingPathComponent("peach-\(UUID().uuidString)"))
  }

  init(at directory: URL) throws {
    self.directory = directory
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  var settings: URL { directory.appendingPathComponent("config/peach/config.toml") }
  var history: URL { directory.appendingPathComponent("data/peach/training.sqlite") }

  /// Where scales are looked for by name.
  var scales: URL { directory.appendingPathComponent("config/peach/scales") }

  var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_CONFIG_HOME"] = directory.appendingPathComponent("config").path
    environment["XDG_DATA_HOME"] = directory.appendingPathComponent("data").path
    environment["XDG_STATE_HOME"] = directory.appendingPathComponent("state").path
    environment["XDG_CACHE_HOME"] = directory.appendingPathComponent("cache").path
    environment["LC_ALL"] = "C.UTF-8"
    environment["LANGUAGE"] = nil
    // Under a session manager Peach connects nothing.
    environment["NSM_URL"] = nil
    environment["LADISH_APP_NAME"] = nil
    return environment
  }

  func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
