import History
import Training

/// What the records of a history tell of the user's hearing, as far as they have been read, with the results that
/// come in meanwhile. Main thread.
final class RecordedHearing {
  /// Called when ``extent`` has grown, and when changes have been read at rest.
  var onExtent: (() -> Void)?

  private var living = LivingHearing()
  private var reading = HistoryReading.nothing
  private var waits = ExtentWaits()

  /// How much of the history is there.
  var extent: TrainingHistory.Extent { reading.extent }

  /// What the next trial goes by.
  var model: HearingModel { reading.part ?? living.model }

  /// What was known when the session began.
  var before: HearingModel { living.beforeSession }

  func beginSession() { living.beginSession() }

  // MARK: Reading

  /// More of the history is there.
  func advance(to reading: HistoryReading) {
    self.reading = reading
    onExtent?()
    endWaits()
  }

  /// The records that the first trial needs have been read.
  ///
  /// - Parameter whole: reads all that counts, if that is more.
  func begin(with part: HearingModel, before whole: HistoryPreparation?) {
    living.begin(with: part)
    let part = HistoryReading.FirstTrial.ahead(part)
    advance(to: whole.map { .preparing(part, $0) } ?? .prepared(.past))
  }

  /// All that counts has been read. Every trial after the first one goes by it.
  func settle(_ prepared: PreparedHistory) {
    if reading.settle() { living.settle(prepared.hearing) }
  }

  /// All records have been read.
  ///
  /// - Parameter need: what is kept as it was concluded from a part of them.
  func complete(_ hearing: HearingModel, keeping need: HearingNeed? = nil) {
    living.complete(hearing, keeping: need)
  }

  /// All that follows from them is there.
  func finish() { advance(to: reading.completed) }

  /// No more will be read.
  func end() {
    reading.end()
    endWaits()
  }

  /// Returns when that much of it is there, or when no more of it will come.
  func reach(_ wanted: TrainingHistory.Extent) async {
    guard extent < wanted, !reading.isOver else { return }
    await withCheckedContinuation { waits.add($0, for: wanted) }
  }

  private func endWaits() { waits.end(at: reading.isOver ? .hearing : extent) }

  /// A trial is about to be chosen. The first one goes by the last answers alone, however short or
  /// long reading takes. The records for the others are there in less time than a trial takes,
  /// unless the machine is busy.
  ///
  /// - Parameter waits: whether to wait for it if it is not there.
  func beginTrial(waits: Bool) {
    guard !reading.beginTrial(), waits else { return }
    // If it cannot be read, the opening says so.
    if let prepared = reading.preparation?.wait() { settle(prepared) }
  }

  // MARK: Results

  func add(_ result: TrainingResult) {
    living.add(result)
    reading.endFirstTrial()
  }

  /// Whether a result is the last one and can be taken back.
  func isLast(_ result: TrainingResult) -> Bool { living.isLast(result.id) }

  /// Forgets the last result, which the history has forgotten.
  ///
  /// - Parameter holdsAll: whether the history holds every other result.
  /// - Returns: as ``receive(_:waits:)``, if the records had to be read anew for this.
  func takeBackLast(
    _ result: TrainingResult, _ changes: HistoryChanges?, holdsAll: Bool
  ) -> RecordCounts? {
    let (needsReading, isEarly) = (living.needsReading, living.isEarly(result.id))
    living.takeBackLast()
    // The reading in progress may hold it.
    guard let changes, needsReading || changes.areBeingRead && !isEarly else { return nil }
    if changes.begin(holdsAll: holdsAll) {
      living.beginReadingAnew()
    } else {
      living.endReadingAnew()
    }
    // Rarely: the records were read anew, and no answer came in since.
    return needsReading ? receive(changes, waits: true) : nil
  }

  /// Every record has been deleted.
  func reset() {
    living.reset()
    reading.endFirstTrial()
  }

  // MARK: Changes by others

  /// Begins to read what another process has changed, if anything, on another thread.
  ///
  /// - Parameter holdsAll: whether the history holds every result that has come in.
  func read(_ changes: HistoryChanges, holdsAll: Bool) {
    guard extent == .hearing else { return }
    if changes.read(holdsAll: holdsAll) { living.beginReadingAnew() }
  }

  /// Goes by what has been read of the changes, if that is there.
  ///
  /// - Parameter waits: whether to wait for it. This blocks the thread.
  /// - Returns: the number of records if another process has changed them.
  func receive(_ changes: HistoryChanges, waits: Bool) -> RecordCounts? {
    switch changes.receive(waits: waits) {
    case .none: return nil
    case .lost:
      living.endReadingAnew()
      return nil
    case .read(let fresh, let isNews):
      living.readAnew(fresh.hearing)
      reading.endFirstTrial()
      return isNews ? fresh.counts : nil
    }
  }
}
