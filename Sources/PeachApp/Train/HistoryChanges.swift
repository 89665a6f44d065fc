import Foundation
import History
import Training

/// What another process has changed in a history, read anew on another thread. Main thread.
///
/// A reading that has begun leaves out later results, so that each result of this process is either
/// in it or came in since.
final class HistoryChanges {
  /// Called as soon as something has been read, while nothing is trained.
  var onArrival: (() -> Void)?

  private let store: TrainingDataStore
  private var reading: HistoryWork<RereadHistory>?
  private var arrival: Task<Void, Never>?

  /// Whether there are changes that nobody has begun to read, and whether there are some that nobody was told of.
  private var isBehind = false
  private var isNews = false

  init(in store: TrainingDataStore) { self.store = store }

  /// Whether changes are being read, or have been read and not been received.
  var areBeingRead: Bool { reading != nil }

  /// What has become of a reading.
  enum Arrival {
    /// It goes on, or there is none.
    case none

    /// A history that cannot be read any more is reported with the next result. It is tried again.
    case lost

    /// - Parameter isNews: whether somebody else has changed the history.
    case read(RereadHistory, isNews: Bool)
  }

  /// Begins to read what has changed since the last time, unless there is nothing.
  ///
  /// - Parameter holdsAll: whether the history holds every result that has come in. Otherwise it is read later.
  /// - Returns: whether a reading has begun.
  func read(holdsAll: Bool) -> Bool {
    guard reading == nil else { return false }
    if (try? store.hasChangedElsewhere()) == true { (isBehind, isNews) = (true, true) }
    return isBehind && begin(holdsAll: holdsAll)
  }

  /// Begins to read everything anew, whatever is being read.
  ///
  /// - Parameter holdsAll: as with ``read(holdsAll:)``.
  /// - Returns: whether a reading has begun.
  func begin(holdsAll: Bool = true) -> Bool {
    arrival?.cancel()
    reading = holdsAll ? try? store.rereading() : nil
    // Changes that cannot be read now are still to be read.
    isBehind = reading == nil
    guard let reading else { return false }
    arrival = Task { [weak self] in
      _ = try? await reading.value
      if !Task.isCancelled { self?.onArrival?() }
    }
    return true
  }

  /// Nothing of what has changed counts any more.
  func forget() {
    arrival?.cancel()
    (reading, isBehind, isNews) = (nil, false, false)
  }

  /// What has been read, once.
  ///
  /// - Parameter waits: whether to wait for it. This blocks the thread.
  func receive(waits: Bool) -> Arrival {
    guard let reading, waits || reading.isOver else { return .none }
    arrival?.cancel()
    self.reading = nil
    guard let reread = reading.wait() else {
      isBehind = true
      return .lost
    }
    defer { isNews = false }
    return .read(reread, isNews: isNews)
  }
}
