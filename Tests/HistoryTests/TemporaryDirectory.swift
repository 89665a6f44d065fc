import Foundation

@testable import History

/// A directory of one test, gone with it.
final class TemporaryDirectory {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("peach-history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var database: URL { url.appendingPathComponent("training.sqlite") }

  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
  }
}

extension TemporaryDirectory {
  /// Where results wait; all places lie within.
  var recoveryPlaces: RecoveryPlaces {
    RecoveryPlaces(
      database: database,
      environment: [
        "XDG_STATE_HOME": url.appendingPathComponent("state").path,
        "TMPDIR": url.appendingPathComponent("tmp").path,
      ])
  }

  /// SQLite's write-ahead log.
  var log: URL { url.appendingPathComponent("training.sqlite-wal") }
}

/// Copies the database as the disk would hold it after a crash: nothing is closed, and the shared
/// memory, which is only an index of the log, is gone.
func copyDatabase(from: TemporaryDirectory, to: TemporaryDirectory) throws {
  try FileManager.default.copyItem(at: from.database, to: to.database)
  try FileManager.default.copyItem(at: from.log, to: to.log)
}

extension URL {
  var isThere: Bool { FileStatus(path) != nil }
}
