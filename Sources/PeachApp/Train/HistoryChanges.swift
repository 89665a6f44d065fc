import Foundation
import History
import Training

/// What another process has changed in a history. Results that it has added are there at once; anything else is read
/// anew in the background, and nobody waits for it. Main thread.
///
/// A reading that has begun leaves out later results, so that each result of this process is either
/// in it or came in since.
final class HistoryChanges {
  /// Called as soon as something has been read.
  var onArrival: (() -> Void)?

  private let store: TrainingDataStore

  /// Up to there every result is known.
  private var mark: HistoryMark?

  /// Results of this process after the mark.
  private var own: Set<UUID> = []

  private var reading: Task<Void, Never>?
  private var outcome: ReadHistory?

  /// Whether there are changes that nobody has begun to read, and whether there are some that nobody was told of.
  private var isBehind = false
  private var isNews = false

  init(in store: TrainingDataStore) {
    self.store = store
    mark = try? store.mark()
  }

  /// Whether changes are being read, or have been read and not been received.
  var areBeingRead: Bool { reading != nil }

  /// This process has stored a result.
  func add(_ id: UUID) { own.insert(id) }

  /// What was found out about changes.
  enum Finding {
    case none

    /// Others have added these results.
    case added([RecordedResult])

    /// The history is being read anew from now on.
    case beingRead
  }

  /// Finds out what has changed since the last time.
  ///
  /// - Parameter holdsAll: whether the history holds every result that has come in. Otherwise it is read later.
  func look(holdsAll: Bool) -> Finding {
    let isChanged = (try? store.hasChangedElsewhere()) == true
    if reading == nil, !isBehind, var mark,
      let added = try? store.advance(&mark, isOwn: !isChanged)
    {
      self.mark = mark
      let others = added.filter { !own.contains($0.id) }
      own = []
      return others.isEmpty ? .none : .added(others)
    }
    if isChanged { (isBehind, isNews) = (true, true) }
    return isBehind && begin(holdsAll: holdsAll) ? .beingRead : .none
  }

  /// Begins to read everything anew, unless that is under way.
  ///
  /// - Parameter holdsAll: as with ``look(holdsAll:)``.
  /// - Returns: whether a reading has begun.
  func begin(holdsAll: Bool = true) -> Bool {
    guard reading == nil, holdsAll, let rereading = try? store.reread(),
      let mark = try? store.mark()
    else {
      // Changes that cannot be read now are still to be read.
      isBehind = true
      return false
    }
    (self.mark, own, isBehind) = (mark, [], false)
    reading = Task { [weak self] in
      let outcome = try? await rereading.outcome()
      guard !Task.isCancelled, let self else { return }
      self.outcome = outcome
      if outcome == nil { (reading, isBehind) = (nil, true) }
      onArrival?()
    }
    return true
  }

  /// Begins anew what is being read: it holds what was taken back meanwhile.
  func beginAnew(holdsAll: Bool) -> Bool {
    reading?.cancel()
    (reading, outcome) = (nil, nil)
    return begin(holdsAll: holdsAll)
  }

  /// Nothing of what has changed counts any more.
  func forget() {
    reading?.cancel()
    (reading, outcome, isBehind, isNews) = (nil, nil, false, false)
    (mark, own) = (try? store.mark(), [])
  }

  /// What has been read, once, and whether somebody else has changed the history; `nil` if nothing was.
  func receive() -> (history: ReadHistory, isNews: Bool)? {
    guard let history = outcome else { return nil }
    defer { (reading, outcome, isNews) = (nil, nil, false) }
    return (history, isNews)
  }
}
