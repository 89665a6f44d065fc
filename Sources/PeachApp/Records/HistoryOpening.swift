import Foundation
import History
import Language
import Program

extension CommandContext {
  /// The recovery files for results that the history could not store.
  var recoveryPlaces: RecoveryPlaces {
    RecoveryPlaces(database: URL(fileURLWithPath: historyPath), environment: environment)
  }

  /// Opens the history. Throws ``Fault``.
  func openHistory(isForReading: Bool = false) throws(Fault) -> TrainingHistory {
    let work = progressReporter(localized("Reading"))
    defer { work.finish() }
    return try TrainingHistory(
      path: historyPath, places: recoveryPlaces, isForReading: isForReading, progress: work.report)
  }

  /// The history for a program that shows something before it is read: see ``TrainingHistory/open()``.
  var laterHistory: TrainingHistory {
    TrainingHistory(laterAt: historyPath, places: recoveryPlaces)
  }

  /// Whether there is a history, or anything in its place.
  var hasHistory: Bool {
    TrainingDataStore.isPresent(URL(fileURLWithPath: historyPath))
  }

  /// The path of a history that must exist already. Throws ``Fault``.
  func presentHistory() throws(Fault) -> URL {
    let url = URL(fileURLWithPath: historyPath)
    guard TrainingDataStore.isPresent(url) else { throw Fault.missingFile(historyPath) }
    return url
  }

  /// Opens an existing history for maintenance. Throws ``Fault``.
  ///
  /// - Parameters:
  ///   - isChanging: whether the history will be written to. If not, it stays the same, byte for byte.
  ///   - isLong: whether one reading takes long.
  func openPresentHistory(
    isChanging: Bool = false, isLong: Bool = false
  ) throws(Fault) -> TrainingDataStore {
    let url = try presentHistory()
    do {
      let store: TrainingDataStore =
        try isChanging ? TrainingDataStore(url: url) : .onlyForReading(url, isLong: isLong)
      if store.wasInterrupted { notify(.historyInterrupted) }
      return store
    } catch {
      throw Fault(error, path: historyPath)
    }
  }
}
