import Foundation
import Training
internal import GRDB

extension TrainingDataStore {
  /// Marks the record of that id as taken back: from now on it counts nowhere. Throws `saveFailed`.
  ///
  /// - Returns: whether there was one that was not marked.
  @discardableResult
  public func withdraw(id: UUID, timeout: TimeInterval? = nil) throws(DataStoreError) -> Bool {
    try write(DataStoreError.saveFailed, timeout: timeout) { try Self.withdraw(id, $0) }
  }

  private static func withdraw(_ id: UUID, _ database: Database) throws -> Bool {
    try database.execute(
      sql: "UPDATE result SET withdrawn = 1 WHERE id = ? AND withdrawn IS NOT 1",
      arguments: [id.columnValue])
    return database.changesCount > 0
  }

  /// Stores a result: whole, or not at all. Throws `saveFailed`.
  public func save(_ result: CompletedTrial) throws(DataStoreError) {
    try save([RecordedResult(result)])
  }

  /// Stores results in one transaction: all of them, or none. Throws `saveFailed`.
  public func save(_ results: some Sequence<RecordedResult>) throws(DataStoreError) {
    let last = try write(DataStoreError.saveFailed) { database in
      var last: UUID?
      for result in results {
        try result.insert(database)
        last = result.id
      }
      return last
    }
    try confirm(last.map { [$0] } ?? [])
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
    let outcome = try write(DataStoreError.saveFailed, timeout: timeout) { database in
      var outcome = StoringOutcome()
      for run in runs { try run.insert(database) }
      for result in results {
        do {
          try result.insert(database)
          outcome.newCount += 1
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
          // SQLite undoes only the statement; the transaction goes on.
          let fault = DataStoreFault(error, path: path)
          if fault != .alreadyStored {
            outcome.refused[result.id] = fault
          } else if result.isWithdrawn {
            _ = try Self.withdraw(result.id, database)
          }
        }
      }
      return outcome
    }
    try confirm(results.map(\.id).filter { outcome.refused[$0] == nil })
    return outcome
  }
}

extension TrainingDataStore {
  /// Those of the ids that the history has a record of, withdrawn or not. Throws `fetchFailed`.
  func presentIDs(among ids: [UUID]) throws(DataStoreError) -> Set<UUID> {
    try read { database in
      let statement = try database.cachedStatement(sql: "SELECT 1 FROM result WHERE id = ?")
      return Set(
        try ids.filter { try Int.fetchOne(statement, arguments: [$0.columnValue]) != nil })
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

extension RecordedResult {
  private static let insertion: String = {
    let names = (["training"] + ResultFields.all.map(\.name)).joined(separator: ", ")
    let places = Array(repeating: "?", count: ResultFields.all.count + 1).joined(separator: ", ")
    return "INSERT INTO main.\(databaseTableName) (\(names)) VALUES (\(places))"
  }()

  /// Stores the result.
  func insert(_ database: Database) throws {
    try database.cachedStatement(sql: Self.insertion).execute(
      arguments: StatementArguments(storedValues))
  }

  /// The training and the values of ``ResultFields/all``, as the database holds them.
  var storedValues: [(any DatabaseValueConvertible)?] {
    // GRDB converts a list of one type through a key path for each value, which is slow.
    var values: [(any DatabaseValueConvertible)?] = [training.rawValue]
    values.reserveCapacity(ResultFields.all.count + 1)
    for field in ResultFields.all { values.append(field.stored(self)) }
    return values
  }

  /// Where the id is among ``storedValues``.
  static let placeOfID = 1
}
