import Foundation
import Training

/// Stores each result as it comes in, and loses none.
///
/// Training goes on whatever the store does. A result that could not be stored is kept and written
/// to a recovery file at once, so that not even `kill -9` loses it; an event says so if no such file can be
/// written. The recorder tries to store it
/// again with each result that follows, and at the end. If the files of the history were changed by
/// somebody else, everything of this run goes to the recovery file: what was stored before may be lost
/// with the log. It should be the first of the observers, so that those after it can ask whether the
/// result is safe.
@MainActor
public final class HistoryRecorder: ResultObserver {
  /// How long a save may wait for another process that writes, in seconds. It is shorter than the
  /// feedback after each answer, so that the training is not delayed.
  public static let timeout: TimeInterval = 0.25

  /// The same for the last try, which delays nothing. A signal that comes more than a second later
  /// must find the run ended.
  static let lastTimeout: TimeInterval = 0.5

  private let store: TrainingDataStore
  private let places: RecoveryPlaces
  private let onEvent: (SavingEvent) -> Void

  /// The ids of the results that were stored last.
  private var lastStored: [UUID] = []

  /// Who asks whether a result is stored asks soon.
  private static let mostRemembered = 64

  /// The run of training that is going on; its results name it. It is stored with the first of them.
  public var run: RunRecord? {
    didSet { if let run { runs[run.id] = run } }
  }

  /// The runs of this recorder's results.
  private var runs: [UUID: RunRecord] = [:]

  /// The results that are in the history.
  private var safe = SafeResults()

  /// The results that are not in the history, in their order.
  private var kept: [RecordedResult] = []

  /// Those of them that break a rule of the database, and which rule.
  private var refused: [UUID: DataStoreFault] = [:]

  /// The recovery file that each of them is in; some may be in none.
  private var files: [UUID: URL] = [:]

  public init(
    store: TrainingDataStore, places: RecoveryPlaces, onEvent: @escaping (SavingEvent) -> Void
  ) {
    self.store = store
    self.places = places
    self.onEvent = onEvent
  }

  /// Whether this recorder has stored the result of that id, one of the last that it received.
  public func isStored(_ id: UUID) -> Bool { lastStored.contains(id) }

  /// Whether there are results that are not in the history.
  public var isKeeping: Bool { !kept.isEmpty }

  /// The results that are not in the history, in their order.
  public var unstored: [UUID] { kept.map(\.id) }

  /// How many of them are in no recovery file either.
  public var inMemoryCount: Int { kept.count { files[$0.id] == nil } }

  public func receive(_ result: TrainingResult) { record(RecordedResult(result)) }

  /// Marks a result of this recorder as taken back, wherever it is.
  ///
  /// - Returns: whether it is marked in the history or in a recovery file.
  public func withdraw(_ result: TrainingResult) -> Bool { withdraw(result.id) }

  private func withdraw(_ id: UUID) -> Bool {
    guard let index = kept.firstIndex(where: { $0.id == id }) else {
      do {
        try store.withdraw(id: id, timeout: Self.timeout)
        safe.withdraw(id)
        return true
      } catch {
        if case .fileReplaced = error.cause {
          doubtAll()
          // The recovery file says so, then.
          if unstored.contains(id) { return withdraw(id) }
        }
        onEvent(.withdrawalFailed(error, id: id))
        return false
      }
    }
    kept[index].withdraw()
    // The file gets a second line, which says so.
    files[id] = nil
    writeRecovery()
    return files[id] != nil
  }

  /// Tries again to store the kept results; returns whether all are stored. Those that are not are
  /// still kept.
  @discardableResult
  public func retry() -> Bool {
    guard !kept.isEmpty else { return true }
    let older = unstored
    _ = storeKept(timeout: Self.lastTimeout)
    reportStored(of: older)
    writeRecovery()
    return kept.isEmpty
  }

  /// The same at the end of a training. Results that are still not stored stay in a recovery file,
  /// or are reported.
  public func flush() {
    guard !kept.isEmpty else { return }
    retry()
    for url in places.files {
      let count = files.values.count { $0 == url }
      if count > 0 { onEvent(.waiting(count: count, path: url.path)) }
    }
    let unsaved = kept.filter { files[$0.id] == nil }
    if !unsaved.isEmpty { onEvent(.unsaved(lines: unsaved.map(RecordLine.text))) }
    forget()
  }

  /// Forgets the kept results: somebody else has them now, or they were deleted with everything
  /// else.
  public func forget() {
    kept = []
    safe.removeAll()
    files = [:]
  }

  /// Forgets the stored results that are no longer in the history, since another process has deleted
  /// them: nothing is to bring them back. Call it when the history was changed elsewhere.
  public func forgetDeleted() {
    let ids = safe.ids
    guard let present = try? store.presentIDs(among: ids), present.count < Set(ids).count else {
      return
    }
    safe.removeAll { !present.contains($0.id) }
  }

  private func record(_ result: RecordedResult) {
    let older = unstored
    kept.append(result)
    if let failure = storeKept(timeout: Self.timeout) ?? refusal(of: result.id) {
      writeRecovery()
      onEvent(.failed(failure, id: result.id, isInFile: files[result.id] != nil))
    }
    reportStored(of: older)
  }

  private func runs(of results: [RecordedResult]) -> [RunRecord] {
    Set(results.compactMap { $0.context.run }).compactMap { runs[$0] }
  }

  private func refusal(of id: UUID) -> DataStoreError? { refused[id].map { .saveFailed($0) } }

  /// Stores the kept results in one step. Those that are left break a rule, or the step failed.
  private func storeKept(timeout: TimeInterval) -> DataStoreError? {
    do {
      refused = try store.store(kept, of: runs(of: kept), timeout: timeout).refused
    } catch {
      if case .fileReplaced = error.cause { doubtAll() }
      return error
    }
    let stored = kept.filter { refused[$0.id] == nil }
    safe.add(stored)
    lastStored = Array((lastStored + stored.map(\.id)).suffix(Self.mostRemembered))
    kept.removeAll { refused[$0.id] == nil }
    return nil
  }

  /// What was stored in this run may be gone. The history takes each result once, by its id.
  private func doubtAll() {
    kept = safe.all + kept
    safe.removeAll()
    lastStored = []
  }

  /// Reports which of the kept results are stored now, and removes them from their files.
  private func reportStored(of older: [UUID]) {
    let stillKept = Set(unstored)
    let ids = older.filter { !stillKept.contains($0) }
    guard !ids.isEmpty else { return }
    onEvent(.stored(ids))
    guard ids.contains(where: { files[$0] != nil }) else { return }
    // Recovering the files adds nothing but removes them; other results may be in them, too.
    let recoveries = store.recover(places)
    for recovery in recoveries { onEvent(.recovery(recovery)) }
    let isThroughout = recoveries.allSatisfy { if case .failed = $0 { false } else { true } }
    guard isThroughout else { return }
    // Results that the database refused have been set aside with the file.
    kept.removeAll { files[$0.id] != nil }
    files = [:]
  }

  /// Writes the kept results that are in no file yet to the first file that can be written to.
  private func writeRecovery() {
    let unwritten = kept.filter { files[$0.id] == nil }
    guard !unwritten.isEmpty else { return }
    let texts = runs(of: unwritten).map(RecordLine.text) + unwritten.map(RecordLine.text)
    let lines = Data(texts.map { $0 + "\n" }.joined().utf8)
    for file in places.targets {
      guard (try? file.append(lines)) != nil else { continue }
      for result in unwritten { files[result.id] = file.url }
      return
    }
  }
}

/// What a ``HistoryRecorder`` reports.
public enum SavingEvent: Hashable, Sendable {
  /// A result could not be stored. The recorder keeps it and tries again. `isInFile`: whether it is in a
  /// recovery file; if not, it is lost if the process ends without the end of the run.
  case failed(DataStoreError, id: UUID, isInFile: Bool)

  /// A result could not be marked as taken back; it still counts.
  case withdrawalFailed(DataStoreError, id: UUID)

  /// Kept results are stored now.
  case stored([UUID])

  /// The run has ended, and so many results are in a recovery file.
  case waiting(count: Int, path: String)

  /// The run has ended, and these results are in no file; a line each, to be shown.
  case unsaved(lines: [String])

  /// What happened to results in a recovery file, whoever left them there.
  case recovery(Recovery)
}
