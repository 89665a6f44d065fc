import Console
import Foundation
import History
import Training

/// The records and what follows from them: the store, the profile rebuilt from it, and the recorder
/// that adds to it.
final class TrainingHistory {
  let profile = PerceptualProfile()
  let trends = TrendAnalyzer()
  let timeline = ThresholdTimeline()

  /// Told of a result that could not be stored.
  var onFailure: ((DataStoreError) -> Void)?

  private let store: TrainingDataStore
  private lazy var recorder = HistoryRecorder(store: store) { [weak self] error, _ in
    self?.onFailure?(error)
  }

  /// Opens the store and rebuilds the profile. Throws ``Fault``.
  init(path: String) throws(Fault) {
    do {
      store = try TrainingDataStore(url: URL(fileURLWithPath: path))
      try store.replay(into: profile, trends: trends, timeline: timeline)
    } catch let error as DataStoreError {
      throw Fault(error, path: path)
    } catch {
      throw Fault(any: error)
    }
  }

  /// The observers of a comparison training, in their order: what is shown comes after these.
  var comparisonObservers: [any ComparisonObserver] { [recorder, profile, trends, timeline] }

  /// The same for pitch matching.
  var pitchMatchingObservers: [any PitchMatchingObserver] { [recorder, profile, trends] }

  /// Whether a result of this run is safe on disk.
  func isStored(_ id: UUID) -> Bool { recorder.isStored(id) }

  func close() { store.close() }
}
