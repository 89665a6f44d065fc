import Foundation
import History
import Training

/// The records and what follows from them: the store, the profile rebuilt from it, and the recorder
/// that adds to it.
final class TrainingHistory: Resettable {
  let profile = PerceptualProfile()
  let trends = TrendAnalyzer()
  let timeline = ThresholdTimeline()
  let diary = TrainingDiary()

  /// Told of what becomes of the results; what there was to tell before comes first.
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

  /// Opens the store, takes in what waits in recovery files, and rebuilds the profile. Throws
  /// ``Fault``.
  ///
  /// - Parameter isForReading: whether nothing is to be recorded, so that a history that cannot be
  ///   written to will do.
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
      try store.replay(
        into: profile, trends: trends, timeline: timeline, diary: diary, progress: progress)
    } catch let error as DataStoreError {
      throw Fault(error, path: path)
    } catch {
      throw Fault(any: error)
    }
  }

  /// The observers of a comparison training, in their order: what is shown comes after these.
  var comparisonObservers: [any ComparisonObserver] {
    [recorder, profile, trends, timeline, diary]
  }

  /// The same for pitch matching.
  var pitchMatchingObservers: [any PitchMatchingObserver] { [recorder, profile, trends, diary] }

  /// Whether a result of this run is safe on disk.
  func isStored(_ id: UUID) -> Bool { recorder.isStored(id) }

  /// The end of a run: what could not be stored is tried once more, then laid down where the next
  /// start finds it. Blocks for half a second at most while another program holds the database.
  func settle() { recorder.flush() }

  /// Tries again to store what could not be stored; whether nothing is left. Blocks as ``settle()`` does.
  func retry() -> Bool { recorder.retry() }

  func close() {
    settle()
    store.close()
  }

  /// Deletes every record, after a backup, and clears all that follows from them: in one step. Where
  /// that cannot be, nothing is cleared and a notice says why.
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
    for resettable in [profile, trends, timeline, diary] as [any Resettable] { resettable.reset() }
  }

  private func tell(_ notice: Notice) {
    if let onNotice { onNotice(notice) } else { untold.append(notice) }
  }
}
