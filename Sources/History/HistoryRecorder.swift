import Foundation
import Training

/// Stores each result as it comes in, and loses none.
///
/// Training goes on whatever the store does. A result that it does not take is kept, written to a
/// recovery file at once, so that not even `kill -9` loses it, and tried again with each that follows
/// and at the end. The first among the observers should be this one: those after it can then ask
/// whether the result is safe.
@MainActor
public final class HistoryRecorder: ComparisonObserver, PitchMatchingObserver {
  /// How long a save may wait for another process that writes, in seconds: within the feedback after
  /// each answer, so that the training is not held up.
  public static let patience: TimeInterval = 0.25

  /// The same for the last try, after which nothing is held up any more. A signal that comes more
  /// than a second later must find the run ended.
  public static let lastPatience: TimeInterval = 0.5

  private let store: TrainingDataStore
  private let places: RecoveryPlaces
  private let onEvent: (SavingEvent) -> Void
  private var stored: Set<UUID> = []

  /// The results that are not in the history, in their order.
  private var kept: [RecordedResult] = []

  /// Those of them that break a rule of the database.
  private var refused: [UUID: DataStoreFault] = [:]

  /// In which file each of them waits that has found one.
  private var files: [UUID: URL] = [:]

  public init(
    store: TrainingDataStore, places: RecoveryPlaces, onEvent: @escaping (SavingEvent) -> Void
  ) {
    self.store = store
    self.places = places
    self.onEvent = onEvent
  }

  /// Whether this recorder has stored the result of that id.
  public func isStored(_ id: UUID) -> Bool { stored.contains(id) }

  /// The results that are not in the history, in their order.
  public var unstored: [UUID] { kept.map(\.id) }

  public func comparisonCompleted(_ completed: CompletedComparison) {
    record(.comparison(ComparisonRecord(completed)))
  }

  public func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    record(.matching(PitchMatchingRecord(completed)))
  }

  /// Tries again to store what was kept; returns whether nothing is left. What is left is kept on.
  @discardableResult
  public func retry() -> Bool {
    guard !kept.isEmpty else { return true }
    let older = unstored
    _ = storeKept(patience: Self.lastPatience)
    tellStored(of: older)
    writeRecovery()
    return kept.isEmpty
  }

  /// The same at the end of a training. What is still left stays in a recovery file, or is told.
  public func settle() {
    guard !kept.isEmpty else { return }
    retry()
    for url in places.files {
      let count = files.values.count { $0 == url }
      if count > 0 { onEvent(.waiting(count: count, path: url.path)) }
    }
    let homeless = kept.filter { files[$0.id] == nil }
    if !homeless.isEmpty { onEvent(.homeless(lines: homeless.map(RecordLine.text))) }
    forget()
  }

  /// Forgets what was kept: it is somebody else's now, or has been deleted with everything else.
  public func forget() {
    kept = []
    files = [:]
  }

  private func record(_ result: RecordedResult) {
    let older = unstored
    kept.append(result)
    if let failure = storeKept(patience: Self.patience) ?? refusal(of: result.id) {
      writeRecovery()
      onEvent(.failed(failure, id: result.id))
    }
    tellStored(of: older)
  }

  private func refusal(of id: UUID) -> DataStoreError? { refused[id].map { .saveFailed($0) } }

  /// Stores what was kept, in one step. What is left afterwards breaks a rule, or the step failed.
  private func storeKept(patience: TimeInterval) -> DataStoreError? {
    do {
      refused = try store.store(kept, patience: patience).refused
    } catch {
      return error
    }
    stored.formUnion(unstored.filter { refused[$0] == nil })
    kept.removeAll { stored.contains($0.id) }
    return nil
  }

  /// Tells which of the results that were kept are stored now, and takes them out of their files.
  private func tellStored(of older: [UUID]) {
    let ids = older.filter(stored.contains)
    guard !ids.isEmpty else { return }
    onEvent(.stored(ids))
    guard ids.contains(where: { files[$0] != nil }) else { return }
    // Taking the files in again adds nothing but removes them; others' results may lie in them.
    let recoveries = store.takeIn(places)
    for recovery in recoveries { onEvent(.recovery(recovery)) }
    let isThroughout = recoveries.allSatisfy { if case .failed = $0 { false } else { true } }
    guard isThroughout else { return }
    // What the database refused has been set aside with the file.
    kept.removeAll { files[$0.id] != nil }
    files = [:]
  }

  /// Writes those of the kept results that are in no file yet to the first that takes them.
  private func writeRecovery() {
    let unwritten = kept.filter { files[$0.id] == nil }
    guard !unwritten.isEmpty else { return }
    let lines = Data(unwritten.map { RecordLine.text(of: $0) + "\n" }.joined().utf8)
    for url in places.files {
      guard (try? RecoveryFile(url).append(lines)) != nil else { continue }
      for result in unwritten { files[result.id] = url }
      return
    }
  }
}

/// What a ``HistoryRecorder`` has to tell.
public enum SavingEvent: Hashable, Sendable {
  /// A result could not be stored. The recorder keeps it and tries again.
  case failed(DataStoreError, id: UUID)

  /// Results that had been kept are stored now.
  case stored([UUID])

  /// The run has ended, and so many results wait in a recovery file.
  case waiting(count: Int, path: String)

  /// The run has ended, and no place was found for these results; a line each, to be shown.
  case homeless(lines: [String])

  /// Results in a recovery file, whoever left them there.
  case recovery(Recovery)
}
