import Foundation
import Training
internal import GRDB

extension TrainingDataStore {
  /// Deletes the record of that id, whatever its training. Throws `deleteFailed`.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func delete(id: UUID) throws(DataStoreError) -> Bool {
    let key = id.storedText
    return try write(DataStoreError.deleteFailed) { database in
      var count = 0
      for type in RecordedResult.types {
        try database.execute(
          sql: "DELETE FROM \(type.databaseTableName) WHERE id = ?", arguments: [key])
        count += database.changesCount
      }
      return count > 0
    }
  }

  /// Marks the record of that id as taken back, whatever its training: from now on it counts nowhere.
  /// Throws `saveFailed`.
  ///
  /// - Returns: whether there was one that was not marked.
  @discardableResult
  public func withdraw(id: UUID, timeout: TimeInterval? = nil) throws(DataStoreError) -> Bool {
    try write(DataStoreError.saveFailed, timeout: timeout) { try Self.withdraw(id, $0) }
  }

  private static func withdraw(_ id: UUID, _ database: Database) throws -> Bool {
    for type in RecordedResult.types {
      try database.execute(
        sql:
          "UPDATE \(type.databaseTableName) SET withdrawn = 1 WHERE id = ? AND withdrawn IS NOT 1",
        arguments: [id.columnValue])
      if database.changesCount > 0 { return true }
    }
    return false
  }

  /// Deletes every record of every training in one step. Throws `deleteFailed`.
  func deleteAll() throws(DataStoreError) {
    try write(DataStoreError.deleteFailed) { try RecordedResult.deleteAll($0) }
  }

  /// Stores a result: whole, or not at all. Throws `saveFailed`.
  public func save(_ result: TrainingResult) throws(DataStoreError) {
    try save([RecordedResult(result)])
  }

  /// Stores results in one transaction: all of them, or none. Throws `saveFailed`.
  public func save(_ results: some Sequence<RecordedResult>) throws(DataStoreError) {
    try write(DataStoreError.saveFailed) { database in
      for result in results { try result.record.insert(database) }
    }
  }
}

extension TrainingDataStore {
  /// Stores results in one transaction: all but those that break a rule, or none. A record whose id
  /// exists already stays as it was, but is taken back if the result is. Throws `saveFailed`.
  ///
  /// - Parameters:
  ///   - runs: the runs that they belong to; one that is there already stays as it was.
  ///   - timeout: how long to wait for another process that writes, in seconds.
  func store(
    _ results: [RecordedResult], of runs: [RunRecord] = [], timeout: TimeInterval? = nil
  ) throws(DataStoreError) -> StoringOutcome {
    guard !results.isEmpty || !runs.isEmpty else { return StoringOutcome() }
    return try write(DataStoreError.saveFailed, timeout: timeout) { database in
      var outcome = StoringOutcome()
      for run in runs { try run.insert(database) }
      for result in results {
        do {
          try result.record.insert(database)
          outcome.newCount += 1
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
          // SQLite undoes only the statement; the transaction goes on.
          let fault = DataStoreFault(error, path: path)
          if fault != .alreadyStored {
            outcome.refused[result.id] = fault
          } else if result.record.isWithdrawn {
            _ = try Self.withdraw(result.id, database)
          }
        }
      }
      return outcome
    }
  }
}

extension TrainingDataStore {
  /// Those of the ids that the history has a record of, withdrawn or not. Throws `fetchFailed`.
  func presentIDs(among ids: [UUID]) throws(DataStoreError) -> Set<UUID> {
    try read { database in
      var present: Set<UUID> = []
      for type in RecordedResult.types {
        let statement = try database.makeStatement(
          sql: "SELECT 1 FROM \(type.databaseTableName) WHERE id = ?")
        for id in ids where !present.contains(id) {
          let found = try Int.fetchOne(statement, arguments: [id.columnValue])
          if found != nil { present.insert(id) }
        }
      }
      return present
    }
  }
}

/// The outcome of storing several results at once.
struct StoringOutcome {
  /// How many were not in the database before.
  var newCount = 0

  /// Those that break a rule of the database, which will always refuse them.
  var refused: [UUID: DataStoreFault] = [:]
}
