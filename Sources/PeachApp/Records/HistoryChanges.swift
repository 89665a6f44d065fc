import Foundation
import History
import Training

/// Finds the changes of other processes in a history. Results that were added are found by
/// themselves; after any other change the history is read anew in the background. Main thread.
///
/// It looks between two saves of this process, so each result of this process is either in the
/// records that were read, or has come in since.
final class HistoryChanges {
  /// Called when the history has been read anew.
  var onArrival: (() -> Void)?

  private let recorder: HistoryRecorder

  /// The last result that is known, with all before it.
  private var mark: HistoryMark?

  /// Results of this process after the mark.
  private var own: Set<UUID> = []

  private var reading: Task<Void, Never>?
  private var outcome: ReadHistory?

  /// True if there are changes of which no reading has begun.
  private var isBehind = false

  /// True if there are changes that were not reported.
  private var isNews = false

  /// The present look; `nil` if there is none.
  private var look: UUID?

  /// - Parameter mark: the last result that is known, with all before it.
  init(of recorder: HistoryRecorder, since mark: HistoryMark?) {
    (self.recorder, self.mark) = (recorder, mark)
  }

  /// True while changes are being read, or have been read and not been received.
  var areBeingRead: Bool { reading != nil }

  /// Adds a result that this process has stored.
  func add(_ id: UUID) { own.insert(id) }

  enum Finding {
    /// Other processes have added these results, and the history now holds that many.
    case added([RecordedResult], RecordCounts)

    /// The history is being read anew.
    case beingRead
  }

  /// Looks for changes since the last look, unless a look is under way.
  ///
  /// - Parameters:
  ///   - holdsAll: whether the history holds every result that has come in. Otherwise it is read
  ///     later.
  ///   - found: called later if there are changes.
  func look(holdsAll: @escaping () -> Bool, found: @escaping (Finding) -> Void) {
    guard look == nil else { return }
    let number = UUID()
    look = number
    let mark = reading == nil && !isBehind ? mark : nil
    recorder.read {
      Look($0, since: mark)
    } then: { [weak self] now in
      guard let self, look == number else { return }
      look = nil
      if let after = now.mark {
        self.mark = after
        let others = now.added.filter { !own.contains($0.id) }
        own = []
        if !others.isEmpty, let counts = now.counts { found(.added(others, counts)) }
        return
      }
      if now.isChanged { (isBehind, isNews) = (true, true) }
      if isBehind, reading == nil {
        beginReading(if: holdsAll) { found(.beingRead) }
      }
    }
  }

  private nonisolated struct Look: Sendable {
    /// True if another process has changed the history since the last look.
    let isChanged: Bool

    /// The mark after the results that were added; `nil` if anything else has changed.
    var mark: HistoryMark?
    let added: [RecordedResult]
    var counts: RecordCounts?

    init(_ store: TrainingDataStore, since mark: HistoryMark?) {
      var mark = mark
      guard let found = try? store.look(since: &mark) else {
        (isChanged, added) = (false, [])
        return
      }
      (isChanged, self.mark, added) = (found.isChanged, mark, found.added)
      if !added.isEmpty { counts = try? store.recordCounts() }
    }
  }

  /// Reads everything anew if the history holds all, and calls `begun` when that begins.
  private func beginReading(if holdsAll: @escaping () -> Bool, begun: @escaping () -> Void) {
    let number = UUID()
    look = number
    recorder.read {
      try? $0.reread()
    } then: { [weak self] rereading in
      guard let self, look == number else { return }
      look = nil
      // Changes that cannot be read now will be read later.
      guard let rereading, holdsAll() else { return }
      (mark, own, isBehind) = (rereading.mark, [], false)
      reading = Task { [weak self] in
        let outcome = try? await rereading.outcome()
        guard !Task.isCancelled, let self else { return }
        self.outcome = outcome
        if outcome == nil { (reading, isBehind) = (nil, true) }
        onArrival?()
      }
      begun()
    }
  }

  /// Discards the present reading, as it holds a result that was taken back. The next look begins
  /// another one.
  func discardReading() {
    reading?.cancel()
    (reading, outcome, look, isBehind) = (nil, nil, nil, true)
  }

  /// Forgets all changes, as every result up to the mark is known.
  func forget(upTo mark: HistoryMark?) {
    reading?.cancel()
    (reading, outcome, look, isBehind, isNews) = (nil, nil, nil, false, false)
    (self.mark, own) = (mark, [])
  }

  /// Returns the history that has been read anew, once, and whether another process has changed it;
  /// `nil` if there is none.
  func receive() -> (history: ReadHistory, isNews: Bool)? {
    guard let history = outcome else { return nil }
    defer { (reading, outcome, isNews) = (nil, nil, false) }
    return (history, isNews)
  }
}
