import Foundation
import History
import Language

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

  /// A check takes a while from this size on, in bytes.
  private static let largeHistory = 16 << 20

  /// Checks an existing history and changes nothing. If the history cannot be opened because of its
  /// content, that is the only finding. Throws ``Fault``.
  func checkHistory() throws(Fault) -> HistoryFacts {
    let url = try presentHistory()
    do {
      let store = try TrainingDataStore.onlyForReading(url, isLong: true)
      defer { store.close() }
      if store.wasInterrupted { notify(.historyInterrupted) }
      let size = (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
      let work = progressReporter(localized("Checking"), isSurelyLong: size > Self.largeHistory)
      defer { work.finish() }
      return HistoryFacts(try store.check(recoveryPlaces, progress: work.report))
    } catch {
      let fault = Fault(error, path: historyPath)
      guard fault.status == .badData else { throw fault }
      return HistoryFacts(unopened: error)
    }
  }

  /// The results that wait in recovery files, whether the history exists or not.
  var waitingResults: [HistoryFacts.Finding] {
    recoveryPlaces.findings().map { HistoryFacts.Finding($0) }
  }

  /// Writes a notice to standard error.
  func notify(_ notice: Notice) {
    messages.writeMessage(notice.message)
    showLines(of: notice)
  }

  /// Writes what follows a notice to standard error: results that could not be saved in any file.
  func showLines(of notice: Notice) {
    for line in notice.lines { messages.writeLine(line) }
  }
}
