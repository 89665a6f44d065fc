import Foundation
import History

/// What a history makes of the results that were told.
struct HistoryComparison: Hashable {
  var stored = 0
  /// Results that were told and are not there.
  var lost = 0
  /// Results that are there more than once, or were told so.
  var doubled = 0
  /// Results that are there and were never told.
  var untold = 0
  /// What SQLite's check finds.
  var faults = 0

  init() {}

  /// - Parameters:
  ///   - stored: the ids in the history.
  ///   - told: the ids that were told.
  init(stored: [String], told: [String]) {
    self.stored = stored.count
    let (known, expected) = (Set(stored), Set(told))
    lost = expected.subtracting(known).count
    doubled = stored.count - known.count + told.count - expected.count
    untold = known.subtracting(expected).count
  }

  /// - Parameter database: the file of the history, which nobody uses any more.
  init(database: URL, told: [String]) throws {
    let store = try TrainingDataStore(url: database)
    defer { store.close() }
    var ids: [String] = []
    try store.forEachComparison { ids.append($0.id.uuidString.lowercased()) }
    try store.forEachPitchMatching { ids.append($0.id.uuidString.lowercased()) }
    self.init(stored: ids, told: told)
    faults = try store.integrityCheck().count
  }
}
