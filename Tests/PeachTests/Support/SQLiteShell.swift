import Foundation
import GRDB

/// Looks into a history from outside.
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
