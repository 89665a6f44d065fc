import Foundation
import GRDB

/// Another program that holds a history: nobody else can write to it.
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
