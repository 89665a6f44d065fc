import Foundation
import GRDB
import Testing

@testable import History

extension TrainingDataStore {
  /// Every comparison, for histories that fit a test.
  func allComparisons(batchSize: Int = standardBatchSize) throws -> [ComparisonRecord] {
    var all: [ComparisonRecord] = []
    try forEachComparison(batchSize: batchSize) { all.append($0) }
    return all
  }

  func allPitchMatchings(batchSize: Int = standardBatchSize) throws -> [PitchMatchingRecord] {
    var all: [PitchMatchingRecord] = []
    try forEachPitchMatching(batchSize: batchSize) { all.append($0) }
    return all
  }

  func pragma(_ name: String) throws -> String? {
    try read { try String.fetchOne($0, sql: "PRAGMA \(name)") }
  }
}

/// A connection of another program, or of another Peach.
func makeConnection(_ url: URL) throws -> DatabaseQueue { try DatabaseQueue(path: url.path) }

/// The fault with which a store refuses to open.
@MainActor
func openingFault(_ url: URL) -> DataStoreFault? {
  do {
    _ = try TrainingDataStore(url: url, busyTimeout: 0.01)
    return nil
  } catch {
    guard case .contextUnavailable(let fault) = error else {
      Issue.record("not an opening error: \(error)")
      return nil
    }
    return fault
  }
}

extension TrainingDataStore {
  /// Runs a statement as no method of the store would.
  func execute(_ sql: String) throws { try queue.write { try $0.execute(sql: sql) } }

  func integers(_ sql: String) throws -> [Int] { try read { try Int.fetchAll($0, sql: sql) } }

  func strings(_ sql: String, column: String) throws -> [String?] {
    try read { try Row.fetchAll($0, sql: sql).map { $0[column] } }
  }

  /// Cancels the task that comes to a statement which begins so.
  func cancelTask(before statement: String) {
    queue.inDatabase { database in
      database.trace { event in
        guard "\(event)".hasPrefix(statement) else { return }
        withUnsafeCurrentTask { @Sendable task in task?.cancel() }
      }
    }
  }
}
