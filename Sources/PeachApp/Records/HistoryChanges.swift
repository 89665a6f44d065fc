import Foundation
import History
import Training

/// What another process has changed in a history. Results that it has added are found by themselves; anything else is
/// read anew in the background, and nobody waits for it. Main thread.
///
/// It looks between two saves of this process. So each result of this process is either in what has been read or has
/// come in since.
final class HistoryChanges {
  /// Called as soon as something has been read.
  var onArrival: (() -> Void)?

  private let recorder: HistoryRecorder

  /// Up to there every result is known.
  private var mark: HistoryMark?

  /// Results of this process after the mark.
  private var own: Set<UUID> = []

  private var reading: Task<Void, Never>?
  private var outcome: ReadHistory?

  /// Whether there are changes that nobody has begun to read, and whether there are some that nobody was told of.
  private var isBehind = false
  private var isNews = false

  /// What looks at present; `nil` if nothing does.
  private var look: UUID?

  /// - Parameter mark: up to there every result is known.
  init(of recorder: HistoryRecorder, since mark: HistoryMark?) {
    (self.recorder, self.mark) = (recorder, mark)
  }

  /// Whether changes are being read, or have been read and not been received.
  var areBeingRead: Bool { reading != nil }

  /// This process has stored a result.
  func add(_ id: UUID) { own.insert(id) }

  /// What was found out about changes.
  enum Finding {
    /// Others have added these results; and how many there are now.
    case added([RecordedResult], RecordCounts)

    /// The history is being read anew from now on.
    case beingRead
  }

  /// Finds out what has changed since the last time, unless that is under way.
  ///
  /// - Parameters:
  ///   - holdsAll: whether the history holds every result that has come in. Otherwise it is read later.
  ///   - found: called later if there is anything.
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

  /// What a look finds.
  private nonisolated struct Look: Sendable {
    /// Whether somebody else has changed the history since the last look.
    let isChanged: Bool

    /// What was added since the mark, and the mark after it; `nil` if anything else has changed.
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
      // Changes that cannot be read now are still to be read.
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

  /// What is being read holds what was taken back meanwhile: the next look begins to read anew.
  func discardReading() {
    reading?.cancel()
    (reading, outcome, look, isBehind) = (nil, nil, nil, true)
  }

  /// Nothing of what has changed counts any more, and every result up to the mark is known.
  func forget(upTo mark: HistoryMark?) {
    reading?.cancel()
    (reading, outcome, look, isBehind, isNews) = (nil, nil, nil, false, false)
    (self.mark, own) = (mark, [])
  }

  /// What has been read, once, and whether somebody else has changed the history; `nil` if nothing was.
  func receive() -> (history: ReadHistory, isNews: Bool)? {
    guard let history = outcome else { return nil }
    defer { (reading, outcome, isNews) = (nil, nil, false) }
    return (history, isNews)
  }
}
