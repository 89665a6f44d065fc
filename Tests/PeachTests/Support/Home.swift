import Foundation
import GRDB
import History
import Music
import Training

/// A home directory for a run of the program; it is removed with the object.
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

  /// The settings file of the site.
  var site: URL { directory.appendingPathComponent("site/peach/config.toml") }
  var history: URL { directory.appendingPathComponent("data/peach/training.sqlite") }

  /// Where scales are found by name.
  var scales: URL { directory.appendingPathComponent("config/peach/scales") }

  var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_CONFIG_HOME"] = directory.appendingPathComponent("config").path
    environment["XDG_CONFIG_DIRS"] = directory.appendingPathComponent("site").path
    environment["XDG_DATA_HOME"] = directory.appendingPathComponent("data").path
    environment["XDG_STATE_HOME"] = directory.appendingPathComponent("state").path
    environment["XDG_CACHE_HOME"] = directory.appendingPathComponent("cache").path
    // No SoundFonts but the built-in one and the home's own.
    environment["XDG_DATA_DIRS"] = directory.appendingPathComponent("share").path
    environment["SF2_PATH"] = nil
    environment["DEFAULT_SOUNDFONT"] = ""
    environment["LC_ALL"] = "C.UTF-8"
    environment["LANGUAGE"] = nil
    // Peach connects nothing under a session manager.
    environment["NSM_URL"] = nil
    environment["LADISH_APP_NAME"] = nil
    return environment
  }

  /// Makes a history with one question of purity in it: no training is the first one then, and the others learn
  /// nothing from it.
  @MainActor func makeHistory() throws {
    let store = try TrainingDataStore(url: history)
    defer { store.close() }
    let purity = Challenge(
      referenceNote: MIDINote(60), interval: .prime, centOffset: 20, isFirstTrue: true)
    try store.save(
      CompletedTrial(
        id: UUID(), purity: purity, answeredFirst: true, tuningSystem: .equalTemperament,
        timestamp: Date(timeIntervalSince1970: 1_700_000_000)))
  }

  func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The first column of each row of the history, as text.
  func query(_ sql: String) throws -> [String] { try SQLiteShell.query(sql, in: history) }

  /// The ids of the comparisons in the history, in their order.
  func comparisonIDs() throws -> [String] {
    try query("select id from comparisonRecord order by sequence")
  }
}

/// Another program that holds a history, so that nobody else can write to it.
final class HistoryHold {
  private let queue: DatabaseQueue

  init(_ file: URL) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    queue = try DatabaseQueue(path: file.path, configuration: configuration)
    try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
  }

  func release() throws { try queue.inDatabase { try $0.execute(sql: "ROLLBACK") } }
}

/// Reads and changes a history from outside.
enum SQLiteShell {
  static func execute(_ sql: String, in file: URL) throws {
    let queue = try DatabaseQueue(path: file.path)
    try queue.write { try $0.execute(sql: sql) }
  }

  /// The first column of each row, as text.
  static func query(_ sql: String, in file: URL) throws -> [String] {
    let queue = try DatabaseQueue(path: file.path)
    return try queue.read { try String.fetchAll($0, sql: sql) }
  }
}
