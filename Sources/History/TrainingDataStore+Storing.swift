import Foundation
internal import GRDB

extension TrainingDataStore {
  /// Stores results in one transaction: all of them but those that break a rule, or none. One whose id
  /// is there already stays as it was. Throws `saveFailed`.
  ///
  /// - Parameter patience: how long to wait for another process that writes, in seconds.
  func store(
    _ results: [RecordedResult], patience: TimeInterval? = nil
  ) throws(DataStoreError) -> StoringOutcome {
    guard !results.isEmpty else { return StoringOutcome() }
    return try write(DataStoreError.saveFailed, patience: patience) { database in
      var outcome = StoringOutcome()
      for result in results {
        do {
          switch result {
          case .comparison(let record): try record.insert(database)
          case .matching(let record): try record.insert(database)
          }
          outcome.newCount += 1
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
          // SQLite undoes the statement alone; the transaction goes on.
          let fault = DataStoreFault(error, path: path)
          if fault != .alreadyStored { outcome.refused[result.id] = fault }
        }
      }
      return outcome
    }
  }
}
