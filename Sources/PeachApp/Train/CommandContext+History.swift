import Foundation
import History

extension CommandContext {
  /// The files in which results wait that the history did not take.
  var recoveryPlaces: RecoveryPlaces {
    RecoveryPlaces(database: URL(fileURLWithPath: historyPath), environment: environment)
  }

  /// Opens the history. Throws ``Fault``.
  func openHistory(isForReading: Bool = false) throws(Fault) -> TrainingHistory {
    let work = progressReporter(TransferText.reading)
    defer { work.finish() }
    return try TrainingHistory(
      path: historyPath, places: recoveryPlaces, isForReading: isForReading, progress: work.report)
  }

  /// The place of a history that must be there already. Throws ``Fault``.
  func presentHistory() throws(Fault) -> URL {
    guard FileManager.default.fileExists(atPath: historyPath) else {
      throw .missingFile(historyPath)
    }
    return URL(fileURLWithPath: historyPath)
  }

  /// Opens a history that must be there already, for looking after it. Throws ``Fault``.
  ///
  /// - Parameter isChanging: whether it is to be written to; else it stays as it is, byte for byte.
  func openPresentHistory(isChanging: Bool = false) throws(Fault) -> TrainingDataStore {
    let url = try presentHistory()
    do {
      return try isChanging ? TrainingDataStore(url: url) : .onlyForReading(url)
    } catch {
      throw Fault(error, path: historyPath)
    }
  }

  /// From this size on, in bytes, a check takes a while.
  private static let largeHistory = 16 << 20

  /// Looks through a history that must be there already; changes nothing. One that cannot be opened for
  /// being what it is has that as its only finding. Throws ``Fault``.
  func checkHistory() throws(Fault) -> HistoryFacts {
    let url = try presentHistory()
    do {
      let store = try TrainingDataStore.onlyForReading(url)
      defer { store.close() }
      let size = (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
      let work = progressReporter(TransferText.checking, isSurelyLong: size > Self.largeHistory)
      defer { work.finish() }
      return HistoryFacts(try store.check(recoveryPlaces, progress: work.report))
    } catch {
      let fault = Fault(error, path: historyPath)
      guard fault.status == .badData else { throw fault }
      return HistoryFacts(unopened: error)
    }
  }

  /// What waits beside the history, whether it is there or not.
  var waitingResults: [HistoryFacts.Finding] {
    recoveryPlaces.findings().map { HistoryFacts.Finding($0) }
  }

  /// Says a notice on standard error.
  func tell(_ notice: Notice) {
    messages.writeLine("peach: \(notice.message)")
    showLines(of: notice)
  }

  /// Writes the results to standard error that no file takes.
  func showLines(of notice: Notice) {
    guard case .unsaved(let lines) = notice else { return }
    for line in lines { messages.writeLine(line) }
  }
}
