import Foundation
import History
import Language
import Program
import Training

extension CommandContext {
  /// The recovery files for results that the history could not store.
  var recoveryPlaces: RecoveryPaths {
    RecoveryPaths(database: URL(fileURLWithPath: historyPath), environment: environment)
  }

  /// A history for trainings, which has yet to be opened.
  var trainingHistory: TrainingHistory {
    TrainingHistory(historyPath, places: recoveryPlaces)
  }

  /// Reads all records and changes nothing: a missing history is empty, and recovery files stay,
  /// with a notice. Throws ``Fault``, also if a row is not a record and would falsify the figures.
  func readHistory() throws(Fault) -> (store: TrainingDataStore, hearing: HearingModel) {
    let work = progressReporter(localized("Reading"))
    defer { work.finish() }
    do {
      let store = try TrainingDataStore.forReading(URL(fileURLWithPath: historyPath))
      let hearing = try store.hearing(progress: work.report)
      for notice in recoveryPlaces.findings().compactMap({ Notice($0) }) { notify(notice) }
      if store.wasInterrupted { notify(.historyInterrupted) }
      return (store, hearing)
    } catch {
      throw Fault(error, path: historyPath)
    }
  }

  /// The history of each skill up to the day before that of a moment. Throws ``Fault``.
  func skills(before date: Date, _ settings: CoachSettings) throws(Fault) -> SkillHistory {
    guard hasHistory else { return SkillHistory(settings) }
    let store = try openPresentHistory(isLong: true)
    defer { store.close() }
    return try skills(in: store, before: date, settings)
  }

  func skills(
    in store: TrainingDataStore, before date: Date, _ settings: CoachSettings
  ) throws(Fault) -> SkillHistory {
    do throws(DataStoreError) {
      let read = try store.skills(before: Calendar.current.startOfDay(for: date), settings)
      if let first = read.unreadable.first {
        notify(.rowsUnreadable(count: read.unreadable.count, first: first))
      }
      return read.history
    } catch {
      throw Fault(error, path: historyPath)
    }
  }

  /// True if there is a history, or anything in its place.
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
  ///   - isChanging: whether to open it for writing. Otherwise it stays the same, byte for byte.
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
