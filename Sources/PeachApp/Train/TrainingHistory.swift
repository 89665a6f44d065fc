import Charts
import Foundation
import History
import Language
import Training

/// The records and everything derived from them: the store, the model of hearing rebuilt from it,
/// and the recorder that adds to it. Main thread.
final class TrainingHistory {
  /// How much of it is there.
  enum Extent: Comparable {
    case nothing

    /// The records can be counted and looked up.
    case records

    /// ``hearing`` is what follows from them, and results can be recorded.
    case hearing
  }

  private(set) var extent = Extent.nothing { didSet { onExtent?() } }

  /// Called when ``extent`` has grown.
  var onExtent: (() -> Void)?

  /// Everything that has been derived from the records.
  private(set) var hearing = HearingModel()

  /// Called with the outcome of saving each result. Outcomes from before it was set come first.
  var onNotice: ((Notice) -> Void)? {
    didSet {
      guard let onNotice else { return }
      for notice in untold { onNotice(notice) }
      untold = []
    }
  }

  /// The last result of this run, which may be taken back, and everything as it was before it; `nil`
  /// if the records have been read anew since.
  private var beforeLast: (result: UUID, hearing: HearingModel?)?

  private let path: String
  private let places: RecoveryPlaces
  private var untold: [Notice] = []
  private var isClosed = false

  /// `nil` until it is open.
  private var store: TrainingDataStore?
  private var recorder: HistoryRecorder?

  /// Opens the store, adds the results from recovery files, and rebuilds the model of hearing.
  /// Throws ``Fault``.
  ///
  /// - Parameter isForReading: whether nothing will be recorded. Then no file is made or changed: a
  ///   history that is not there is empty, and recovery files stay, with a notice. A row that is no
  ///   record is a fault, since what is shown would be wrong; a training goes on without it.
  init(
    path: String, places: RecoveryPlaces, isForReading: Bool = false,
    progress: (Double) -> Void = { _ in }
  ) throws(Fault) {
    self.path = path
    self.places = places
    let url = URL(fileURLWithPath: path)
    do {
      let store: TrainingDataStore =
        isForReading ? try .forReading(url) : try TrainingDataStore(url: url)
      untold =
        isForReading
        ? places.findings().compactMap { Notice($0) } : store.recover(places).map { Notice($0) }
      // What another Peach stores from here on is noticed.
      _ = try store.hasChangedElsewhere()
      let unreadable = try store.replay(
        into: &hearing, isSkippingUnreadable: !isForReading, progress: progress)
      notify(of: unreadable)
      use(store)
      extent = .hearing
    } catch {
      throw Fault(error, path: path)
    }
  }

  /// A history that is empty until it is opened by ``open()``.
  init(laterAt path: String, places: RecoveryPlaces) {
    self.path = path
    self.places = places
  }

  /// Opens the store, adds the results from recovery files, and rebuilds the model of hearing, mostly off
  /// the main thread. Only for a history that was made for later, and only once. Throws ``Fault``, but not
  /// after it was closed.
  func open() async throws(Fault) {
    do {
      let store = try await TrainingDataStore.opened(at: URL(fileURLWithPath: path))
      guard !isClosed else { return store.close() }
      use(store)
      for recovery in store.recover(places) { notify(Notice(recovery)) }
      // What another Peach stores from here on is noticed.
      _ = try store.hasChangedElsewhere()
      extent = .records
      let replayed = try await store.replayed(isSkippingUnreadable: true)
      guard !isClosed else { return }
      hearing = replayed.hearing
      notify(of: replayed.unreadable)
      extent = .hearing
    } catch {
      guard isClosed else { throw Fault(error, path: path) }
    }
  }

  private func use(_ store: TrainingDataStore) {
    self.store = store
    recorder = HistoryRecorder(store: store, places: places) { [weak self] event in
      self?.notify(Notice(event))
    }
  }

  private func notify(of unreadable: UnreadableRows) {
    guard let first = unreadable.first else { return }
    notify(.rowsUnreadable(count: unreadable.count, first: first))
  }

  /// The results from now on belong to this run.
  func begin(_ run: RunRecord) { recorder?.run = run }

  /// Whether a result of this run is safely on disk.
  func isStored(_ id: UUID) -> Bool { recorder?.isStored(id) == true }

  /// How many results are not in the history yet.
  var keptCount: Int { recorder?.unstored.count ?? 0 }

  /// Ends a run: tries once more to store the remaining results, then saves the others in the
  /// recovery file for the next start. Blocks for at most half a second if another program locks
  /// the database.
  func flush() { recorder?.flush() }

  /// Tries again to store the remaining results, and returns whether all are stored now. Blocks
  /// like ``flush()``.
  func retry() -> Bool { recorder?.retry() ?? true }

  func close() {
    isClosed = true
    flush()
    store?.close()
  }

  /// Reads the records anew if another process has changed them (another training, a reset, an
  /// import, a merge), and says so. Call it before each trial.
  ///
  /// Results that are not in the history yet are in the model of hearing only, so nothing is read
  /// anew before they are stored.
  func refresh() {
    guard extent == .hearing, let store, let recorder, !recorder.isKeeping,
      (try? store.hasChangedElsewhere()) == true
    else { return }
    // A history that cannot be read any more is reported with the next result.
    guard let counts = try? store.recordCounts(), let fresh = readAnew() else { return }
    hearing = fresh
    beforeLast?.hearing = nil
    recorder.forgetDeleted()
    notify(.historyChanged(counts))
  }

  /// How many records there are; `nil` if they cannot be counted.
  var counts: RecordCounts? { try? store?.recordCounts() }

  /// What was trained last; `nil` if nothing was, or if it cannot be read.
  var lastChoice: TrainingChoice? {
    guard let last = try? store?.lastAnswer() else { return nil }
    return TrainingChoice(last.training, TrainingKind(last.interval))
  }

  /// How long a trial of that training takes this user, in seconds; `nil` if that is not known.
  func pace(of training: TrainingName) -> Double? {
    guard let times = try? store?.lastTimes(of: training, count: TrainingPace.mostTimes) else {
      return nil
    }
    return TrainingPace.seconds(between: times)
  }

  /// Deletes every record, after a backup, and clears everything derived from the records, in one
  /// step. If that is impossible, nothing is cleared and a notice gives the reason.
  ///
  /// - Returns: what was deleted and the path of the backup; `nil` if nothing was.
  @discardableResult
  func reset() -> (deleted: RecordCounts, backup: String)? {
    guard extent == .hearing, let store, let recorder else {
      notify(.resetFailed(reason: localized("the history is still being read")))
      return nil
    }
    recorder.flush()
    for recovery in store.recover(places) {
      notify(Notice(recovery))
      // Results left in a recovery file would return to the history.
      if case .failed(let error, _) = recovery {
        notify(.resetFailed(reason: error.words))
        return nil
      }
    }
    do {
      let done = try store.reset()
      recorder.forget()
      beforeLast = nil
      hearing = HearingModel()
      return done.map { ($0.counts, $0.backup.path) }
    } catch {
      notify(.resetFailed(reason: error.words))
      return nil
    }
  }

  /// Everything that follows from the records as they are now; `nil` if they cannot be read.
  private func readAnew() -> HearingModel? {
    var fresh = HearingModel()
    let unreadable = try? store?.replay(into: &fresh, isSkippingUnreadable: true)
    return unreadable == nil ? nil : fresh
  }

  private func notify(_ notice: Notice) {
    if let onNotice { onNotice(notice) } else { untold.append(notice) }
  }
}

/// Each result is recorded before it is evaluated or shown.
extension TrainingHistory: ResultObserver {
  func receive(_ result: TrainingResult) {
    recorder?.receive(result)
    beforeLast = (result.id, hearing)
    hearing.add(result)
  }

  /// The profile forgets the last result, and it counts nowhere any more.
  func withdraw(_ result: TrainingResult) -> Bool {
    guard let beforeLast, beforeLast.result == result.id,
      recorder?.withdraw(result.id) == true
    else {
      return false
    }
    hearing = beforeLast.hearing ?? readAnew() ?? hearing
    self.beforeLast = nil
    return true
  }
}

extension CommandContext {
  /// The recovery files for results that the history could not store.
  var recoveryPlaces: RecoveryPlaces {
    RecoveryPlaces(database: URL(fileURLWithPath: historyPath), environment: environment)
  }

  /// Opens the history. Throws ``Fault``.
  func openHistory(isForReading: Bool = false) throws(Fault) -> TrainingHistory {
    let work = progressReporter(localized("Reading"))
    defer { work.finish() }
    return try TrainingHistory(
      path: historyPath, places: recoveryPlaces, isForReading: isForReading, progress: work.report)
  }

  /// The history for a program that shows something before it is read: see ``TrainingHistory/open()``.
  var laterHistory: TrainingHistory {
    TrainingHistory(laterAt: historyPath, places: recoveryPlaces)
  }

  /// Whether there is a history, or anything in its place.
  var hasHistory: Bool {
    (try? TrainingDataStore.isPresent(URL(fileURLWithPath: historyPath))) != false
  }

  /// The path of a history that must exist already. Throws ``Fault``, also for a log whose database
  /// is gone.
  func presentHistory() throws(Fault) -> URL {
    let url = URL(fileURLWithPath: historyPath)
    do {
      guard try TrainingDataStore.isPresent(url) else { throw Fault.missingFile(historyPath) }
    } catch let error as DataStoreError {
      throw Fault(error, path: historyPath)
    } catch {
      throw Fault(any: error)
    }
    return url
  }

  /// Opens an existing history for maintenance. Throws ``Fault``.
  ///
  /// - Parameter isChanging: whether the history will be written to. If not, it stays the same,
  ///   byte for byte.
  func openPresentHistory(isChanging: Bool = false) throws(Fault) -> TrainingDataStore {
    let url = try presentHistory()
    do {
      return try isChanging ? TrainingDataStore(url: url) : .onlyForReading(url)
    } catch {
      throw Fault(error, path: historyPath)
    }
  }

  /// A check takes a while from this size on, in bytes.
  private static let largeHistory = 16 << 20

  /// Checks an existing history and changes nothing. If the history cannot be opened because of its
  /// content, that is the only finding. Throws ``Fault``.
  func checkHistory() throws(Fault) -> HistoryFacts {
    let url = try presentHistory()
    do {
      let store = try TrainingDataStore.onlyForReading(url)
      defer { store.close() }
      let size = (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
      let work = progressReporter(localized("Checking"), isSurelyLong: size > Self.largeHistory)
      defer { work.finish() }
      return HistoryFacts(try store.check(recoveryPlaces, progress: work.report))
    } catch {
      let fault = Fault(error, path: historyPath)
      guard fault.status == .badData else { throw fault }
      return HistoryFacts(unopened: error)
    }
  }

  /// The results that wait in recovery files, whether the history exists or not.
  var waitingResults: [HistoryFacts.Finding] {
    recoveryPlaces.findings().map { HistoryFacts.Finding($0) }
  }

  /// Writes a notice to standard error.
  func notify(_ notice: Notice) {
    messages.writeMessage(notice.message)
    showLines(of: notice)
  }

  /// Writes what follows a notice to standard error: results that could not be saved in any file.
  func showLines(of notice: Notice) {
    for line in notice.lines { messages.writeLine(line) }
  }
}
