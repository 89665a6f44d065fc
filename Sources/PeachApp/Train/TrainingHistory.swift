import Foundation
import History
import Language
import Training

/// The records and what follows from them: the store, the model of hearing rebuilt from it, and the
/// recorder that adds to it.
final class TrainingHistory {
  /// Everything that is concluded from the records.
  private(set) var hearing = HearingModel()

  /// Called with what becomes of the results, starting with what there was to report before.
  var onNotice: ((Notice) -> Void)? {
    didSet {
      guard let onNotice else { return }
      for notice in untold { onNotice(notice) }
      untold = []
    }
  }

  private let path: String
  private let store: TrainingDataStore
  private var untold: [Notice] = []
  private lazy var recorder = HistoryRecorder(store: store, places: places) { [weak self] event in
    self?.tell(Notice(event))
  }
  private let places: RecoveryPlaces

  /// Opens the store, takes in what waits in recovery files, and rebuilds the model of hearing.
  /// Throws ``Fault``.
  ///
  /// - Parameter isForReading: whether nothing is to be recorded, so that a history that cannot be
  ///   written to is good enough.
  init(
    path: String, places: RecoveryPlaces, isForReading: Bool = false,
    progress: (Double) -> Void = { _ in }
  ) throws(Fault) {
    self.path = path
    self.places = places
    let url = URL(fileURLWithPath: path)
    do {
      store = isForReading ? try .forReading(url) : try TrainingDataStore(url: url)
      untold = store.recover(places).map { Notice($0) }
      try store.replay(into: &hearing, progress: progress)
    } catch let error as DataStoreError {
      throw Fault(error, path: path)
    } catch {
      throw Fault(any: error)
    }
  }

  /// Whether a result of this run is safely on disk.
  func isStored(_ id: UUID) -> Bool { recorder.isStored(id) }

  /// Ends a run: tries once more to store what could not be stored, then leaves it where the next start
  /// finds it. Blocks for at most half a second while another program holds the database.
  func settle() { recorder.flush() }

  /// Tries again to store what could not be stored; returns whether nothing is left. Blocks as
  /// ``settle()`` does.
  func retry() -> Bool { recorder.retry() }

  func close() {
    settle()
    store.close()
  }

  /// Deletes every record, after a backup, and clears everything that follows from them, in one
  /// step. If that is impossible, nothing is cleared and a notice says why.
  func reset() {
    recorder.flush()
    for recovery in store.recover(places) {
      tell(Notice(recovery))
      // Results that stay behind would come back.
      if case .failed(let error, _) = recovery { return tell(.resetFailed(reason: error.words)) }
    }
    do {
      try store.reset()
    } catch {
      return tell(.resetFailed(reason: error.words))
    }
    recorder.forget()
    hearing = HearingModel()
  }

  private func tell(_ notice: Notice) {
    if let onNotice { onNotice(notice) } else { untold.append(notice) }
  }
}

/// Each result is recorded before anything is concluded from it or shown.
extension TrainingHistory: ResultObserver {
  func receive(_ result: TrainingResult) {
    recorder.receive(result)
    hearing.add(result)
  }
}

extension CommandContext {
  /// The files in which results wait that the history did not take.
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
      let work = progressReporter(localized("Checking"), isSurelyLong: size > Self.largeHistory)
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

extension Notice {
  init(_ event: SavingEvent) {
    switch event {
    case .failed(let error, _): self = .saveFailed(reason: error.words)
    case .stored(let ids): self = .saved(ids: ids)
    case .waiting(let count, let path): self = .recoveryWritten(count: count, path: path)
    case .homeless(let lines): self = .unsaved(lines: lines)
    case .recovery(let recovery): self.init(recovery)
    }
  }

  init(_ recovery: Recovery) {
    switch recovery {
    case .recovered(let count, let path): self = .recovered(count: count, path: path)
    case .setAside(let count, let path): self = .recoveryDamaged(count: count, path: path)
    case .failed(let error, let path): self = .recoveryFailed(path: path, reason: error.words)
    case .foreign(let path): self = .recoveryForeign(path: path)
    }
  }
}
