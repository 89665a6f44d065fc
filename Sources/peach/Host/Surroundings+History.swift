import Console
import Foundation
import History

extension Surroundings {
  /// The files in which results wait that the history did not take.
  var recoveryPlaces: RecoveryPlaces {
    RecoveryPlaces(database: URL(fileURLWithPath: historyPath), environment: environment)
  }

  /// Opens the history. Throws ``Fault``.
  func openHistory(isForReading: Bool = false) throws(Fault) -> TrainingHistory {
    try TrainingHistory(path: historyPath, places: recoveryPlaces, isForReading: isForReading)
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
