import Console
import Foundation
import History
import Training

/// The records and what follows from them: the store, the profile rebuilt from it, and the recorder
/// that adds to it.
final class TrainingHistory {
  let store: TrainingDataStore
  let recorder: HistoryRecorder
  let profile = PerceptualProfile()
  let trends = TrendAnalyzer()
  let timeline = ThresholdTimeline()

  /// Told of a result that could not be stored.
  var onFailure: ((DataStoreError) -> Void)?

  /// Opens the store and rebuilds the profile. Throws ``Fault``.
  init(_ surroundings: Surroundings) throws(Fault) {
    store = try surroundings.openStore()
    recorder = HistoryRecorder(store: store)
    do {
      try store.rebuild(profile: profile, trends: trends, timeline: timeline)
    } catch {
      throw Fault(any: error)
    }
    recorder.onFailure = { [weak self] error, _ in self?.onFailure?(error) }
  }
}
