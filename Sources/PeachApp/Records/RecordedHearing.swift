import Foundation
import History
import Training

/// What the records of a history tell of the user's hearing, as far as they have been read, with the results that
/// come in meanwhile. Main thread.
final class RecordedHearing {
  /// Called when ``extent`` has grown, and when changes have been read at rest.
  var onExtent: (() -> Void)?

  private var living = LivingHearing()
  private var waits = ExtentWaits()

  /// How much of the history is there.
  private(set) var extent = TrainingHistory.Extent.nothing

  /// Whether no more of it will come.
  private var isOver = false

  /// What the next trial goes by.
  var model: HearingModel { living.model }

  /// What was known when the session began.
  var before: HearingModel { living.beforeSession }

  func beginRun() { living.beginRun() }

  // MARK: Reading

  /// More of the history is there.
  func advance(to extent: TrainingHistory.Extent) {
    self.extent = extent
    isOver = extent == .hearing
    onExtent?()
    endWaits()
  }

  /// The records that the first trial needs have been read.
  func begin(with part: HearingModel) {
    living.begin(with: part)
    advance(to: .training)
  }

  /// All records have been read.
  ///
  /// - Parameter need: what is kept as it was concluded from the records for the first trial.
  func complete(_ hearing: HearingModel, keeping need: HearingNeed? = nil) {
    living.complete(hearing, keeping: need)
  }

  /// No more will be read.
  func end() {
    isOver = true
    endWaits()
  }

  /// Returns when that much of it is there, or when no more of it will come.
  func reach(_ wanted: TrainingHistory.Extent) async {
    guard extent < wanted, !isOver else { return }
    await withCheckedContinuation { waits.add($0, for: wanted) }
  }

  private func endWaits() { waits.end(at: isOver ? .hearing : extent) }

  // MARK: Results

  func add(_ result: CompletedTrial) { living.add(result) }

  /// Whether a result is the last one and can be taken back.
  func isLast(_ result: CompletedTrial) -> Bool { living.isLast(result.id) }

  /// Forgets the last result, which the history has forgotten.
  ///
  /// - Parameter holdsAll: whether the history holds every other result.
  func takeBackLast(
    _ result: CompletedTrial, _ changes: HistoryChanges?, holdsAll: @escaping () -> Bool
  ) {
    let (needsReading, isEarly) = (living.needsReading, living.isEarly(result.id))
    living.takeBackLast()
    // The reading in progress may hold it.
    guard let changes, needsReading || changes.areBeingRead && !isEarly else { return }
    living.endReadingAnew()
    changes.discardReading()
    look(for: changes, holdsAll: holdsAll) { _, _ in }
  }

  /// Every record has been deleted.
  func reset() { living.reset() }

  // MARK: Changes by others

  /// Finds out what another process has changed, and goes by it when that is known.
  ///
  /// - Parameters:
  ///   - holdsAll: whether the history holds every result that has come in.
  ///   - added: called later if another process has added results: how many there are and the time of the first.
  func look(
    for changes: HistoryChanges, holdsAll: @escaping () -> Bool,
    added: @escaping (RecordCounts, Date?) -> Void
  ) {
    guard extent == .hearing else { return }
    changes.look(holdsAll: holdsAll) { [weak self] finding in
      switch finding {
      case .added(let results, let counts):
        self?.living.add(results)
        added(counts, results.first?.timestamp)
      case .beingRead: self?.living.beginReadingAnew()
      }
    }
  }

  /// Goes by what has been read of the changes, if that is there.
  ///
  /// - Returns: the number of records if another process has changed them.
  func receive(_ changes: HistoryChanges) -> RecordCounts? {
    guard let (history, isNews) = changes.receive() else {
      if !changes.areBeingRead, extent == .hearing { living.endReadingAnew() }
      return nil
    }
    living.readAnew(history.hearing)
    return isNews ? history.counts : nil
  }
}
extension TrainingHistory {
  /// How much of a history is there.
  enum Extent: Comparable {
    case nothing

    /// The records can be counted and looked up.
    case records

    /// The model of hearing is what the first trial needs, and results can be recorded.
    case training

    /// The model of hearing is what follows from all records.
    case hearing
  }
}

/// Those who wait until that much of a history is there.
struct ExtentWaits {
  private var waits: [(extent: TrainingHistory.Extent, wait: CheckedContinuation<Void, Never>)] = []

  mutating func add(
    _ wait: CheckedContinuation<Void, Never>, for extent: TrainingHistory.Extent
  ) { waits.append((extent, wait)) }

  /// Ends the waits for this extent and for less.
  mutating func end(at extent: TrainingHistory.Extent) {
    let ended = waits.filter { $0.extent <= extent }
    waits.removeAll { $0.extent <= extent }
    for wait in ended { wait.wait.resume() }
  }
}
