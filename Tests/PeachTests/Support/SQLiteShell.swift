import Foundation
import GRDB

/// Looks into a history from outside.
enum SQLiteShell {
  /// The first column of each row, as text.
  static func query(_ sql: String, in file: URL) throws -> [String] {
    let queue = try DatabaseQueue(path: file.path)
    return try queue.read { try String.fetchAll($0, sql: sql) }
  }
}
