import Foundation
import Training

/// Stores each result as it comes in.
///
/// Training goes on whatever the store does: a failure is reported once, with the id of the result
/// that is lost to the history, and the next result is tried afresh. The first among the observers
/// should be this one: those after it can then ask whether the result is safe.
@MainActor
public final class HistoryRecorder: ComparisonObserver, PitchMatchingObserver {
  private let store: TrainingDataStore
  private let onFailure: (DataStoreError, UUID) -> Void
  private var stored: Set<UUID> = []

  /// The results of this session that are not in the history, in order of their loss.
  public private(set) var unstored: [UUID] = []

  public init(
    store: TrainingDataStore, onFailure: @escaping (DataStoreError, UUID) -> Void
  ) {
    self.store = store
    self.onFailure = onFailure
  }

  /// Whether this recorder has stored the result of that id.
  public func isStored(_ id: UUID) -> Bool { stored.contains(id) }

  public func comparisonCompleted(_ completed: CompletedComparison) {
    record(completed.id) { () throws(DataStoreError) in try store.save(completed) }
  }

  public func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    record(completed.id) { () throws(DataStoreError) in try store.save(completed) }
  }

  private func record(_ id: UUID, _ save: () throws(DataStoreError) -> Void) {
    do {
      try save()
      stored.insert(id)
    } catch {
      unstored.append(id)
      onFailure(error, id)
    }
  }
}
