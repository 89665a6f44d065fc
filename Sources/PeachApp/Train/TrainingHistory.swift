import Foundation
import History
import Training

/// The records and what follows from them: the store, the model of hearing rebuilt from it, and the
/// recorder that adds to it.
final class TrainingHistory: Resettable {
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
extension TrainingHistory: ComparisonObserver, PitchMatchingObserver {
  func comparisonCompleted(_ completed: CompletedComparison) {
    recorder.comparisonCompleted(completed)
    hearing.add(.comparison(completed))
  }

  func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    recorder.pitchMatchingCompleted(completed)
    hearing.add(.matching(completed))
  }
}
