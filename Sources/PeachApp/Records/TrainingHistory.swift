import Charts
import Foundation
import History
import Language
import MainThread
import Music
import Program
import Training

/// The records of the user and everything derived from them, with the results that come in: the
/// store, the model of hearing rebuilt from it, and the recorder that adds to it. Main thread.
final class TrainingHistory {
  /// The part of a history that has been read.
  enum Extent: Comparable {
    case nothing

    /// The records can be counted and looked up.
    case records

    /// The model of hearing is sufficient for the first trial, and results can be recorded.
    case training

    /// The model of hearing follows from all records.
    case hearing
  }

  private(set) var extent = Extent.nothing

  /// Called when ``extent`` has grown, and when changes by another process have been read at rest.
  var onExtent: (() -> Void)?

  /// The model of hearing that the next trial is chosen by.
  var hearing: HearingModel { living.model }

  /// The model of hearing when the run began.
  var hearingBefore: HearingModel { living.beforeRun }

  /// Reports a new plan by ``onExtent`` while nothing is trained.
  let planOfDay = PlanOfDay()

  /// Called with the outcome of saving each result; first with those from before it was set.
  var onNotice: ((Notice) -> Void)? {
    didSet {
      guard let onNotice else { return }
      for notice in unreported { onNotice(notice) }
      unreported = []
    }
  }

  /// False if only the first change by another process is reported, as another training makes many.
  var reportsEveryChange = true
  private var hasReportedChange = false

  private let path: String
  private let places: RecoveryPaths
  private var living = LivingHearing()
  private var unreported: [Notice] = []
  private var isClosed = false

  /// True if no more of the history will be read.
  private var isRead = false
  private var waits: [(extent: Extent, end: CheckedContinuation<Void, Never>)] = []

  /// `nil` until it is open.
  private var opened: TrainingDataStore?

  /// The facts that screens show of the records, which are read beforehand.
  private var overview = Overview()

  private nonisolated struct Overview: Sendable {
    var counts: RecordCounts?

    /// The last answer of a run of training.
    var last: (training: TrainingName, interval: DirectedInterval, date: Date)?

    /// The answers of the day of the reading.
    var answers = DayAnswers(day: .min)

    /// The times of the last answers of each training, the last one first.
    var times: [TrainingName: [Date]] = [:]

    init(_ counts: RecordCounts? = nil) { self.counts = counts }

    /// - Parameter isCounting: whether to count the records, which takes longest.
    init(of store: TrainingDataStore, isCounting: Bool = true) {
      counts = isCounting ? try? store.recordCounts() : nil
      last = (try? store.lastAnswer()).map { ($0.training, $0.interval, $0.timestamp) }
      answers = (try? store.answers(on: PlanOfDay.today)) ?? answers
      times = (try? store.lastTimes(count: TrainingPace.mostTimes)) ?? [:]
    }
  }

  private var recorder: HistoryRecorder?
  private var changes: HistoryChanges?

  /// True while nothing is trained, so that changes by others count as soon as they are read.
  private var isAtRest = false

  /// Creates a history that is empty until ``open(for:)``.
  init(_ path: String, places: RecoveryPaths) {
    (self.path, self.places) = (path, places)
    planOfDay.onPlan = { [weak self] in
      guard let self, isAtRest, !isClosed else { return }
      onExtent?()
    }
  }

  /// Opens the store, adds the results from recovery files, and rebuilds the model of hearing,
  /// mostly off the main thread. Call it once. Throws ``Fault``, but not after ``close()``.
  ///
  /// - Parameter need: the records that are read first, for the first trial.
  func open(for need: HearingNeed? = nil) async throws(Fault) {
    defer {
      isRead = true
      endWaits()
    }
    do {
      let (store, recoveries, overview, reading) = try await Self.open(path, places, for: need)
      guard !isClosed else { return store.close() }
      self.overview = overview
      if reading.mark.isEmpty { self.overview.counts = RecordCounts() }
      for recovery in recoveries { notify(Notice(recovery)) }
      record(in: store, since: reading.mark)
      if store.wasInterrupted { checkAfterInterruption(store) }
      advance(to: .records)
      if let need {
        let hearing = try await store.hearing(for: need)
        guard !isClosed else { return }
        living.begin(with: hearing)
        advance(to: .training)
      }
      let read = try await reading.outcome()
      guard !isClosed else { return }
      self.overview.counts = read.counts
      living.complete(read.hearing, keeping: need)
      store.keepLittleInMemory()
      if let first = read.unreadable.first {
        notify(.rowsUnreadable(count: read.unreadable.count, first: first))
      }
      planOfDay.store = store
      advance(to: .hearing)
    } catch {
      guard isClosed else { throw Fault(error, path: path) }
    }
  }

  @concurrent
  private static func open(
    _ path: String, _ places: RecoveryPaths, for need: HearingNeed?
  ) async throws(DataStoreError) -> (TrainingDataStore, [Recovery], Overview, HistoryReading) {
    let store = try await TrainingDataStore.opened(at: URL(fileURLWithPath: path))
    let recoveries = store.recover(places)
    // From here on, results that another Peach stores are noticed.
    _ = try? store.hasChangedElsewhere()
    let overview = Overview(of: store, isCounting: false)
    return (store, recoveries, overview, try store.reread(keeping: need))
  }

  private func checkAfterInterruption(_ store: TrainingDataStore) {
    Task {
      let isSound = await store.isSound()
      if !isClosed { notify(isSound ? .historyInterrupted : .historyDamaged) }
    }
  }

  private func advance(to extent: Extent) {
    self.extent = extent
    isRead = extent == .hearing
    onExtent?()
    endWaits()
  }

  /// Returns when that much of the history is read, or when no more of it will be.
  func reach(_ wanted: Extent) async {
    guard extent < wanted, !isRead else { return }
    await withCheckedContinuation { waits.append((wanted, $0)) }
  }

  private func endWaits() {
    let ended = waits.filter { isRead || $0.extent <= extent }
    waits.removeAll { isRead || $0.extent <= extent }
    for wait in ended { wait.end.resume() }
  }

  /// Begins a run of training; see ``hearingBefore``.
  func beginRun() { living.beginRun() }

  /// - Parameter mark: the last result that has been read.
  private func record(in store: TrainingDataStore, since mark: HistoryMark) {
    opened = store
    let recorder = HistoryRecorder(store: store, places: places) { [weak self] event in
      if case .stored(let ids) = event { for id in ids { self?.changes?.add(id) } }
      self?.notify(Notice(event))
    }
    self.recorder = recorder
    changes = HistoryChanges(of: recorder, since: mark)
    changes?.onArrival = { [weak self] in self?.changesHaveArrived() }
  }

  /// Assigns the results from now on to this run, or to the former one.
  ///
  /// - Parameter continuing: whether the former run continues if its client was the same.
  /// - Returns: the id of the run.
  func begin(_ run: RunRecord, continuing: Bool) -> UUID {
    if continuing, let former = recorder?.run, former.hasSameClient(as: run) { return former.id }
    recorder?.run = run
    return run.id
  }

  /// The place where a participant left a plan since a moment; `nil` for none. Waits for the disk.
  func place(
    in plan: String, of participation: Participation, since date: Date
  ) -> TrainingDataStore.PlaceLeft? {
    try? opened?.place(in: plan, of: participation, since: date)
  }

  /// Returns true if a result of this run is safely on disk.
  func isStored(_ id: UUID) -> Bool { recorder?.isStored(id) == true }

  /// The number of results that are not in the history yet.
  var keptCount: Int { recorder?.unstored.count ?? 0 }

  /// The number of results that are in no recovery file either.
  var inMemoryCount: Int { recorder?.inMemoryCount ?? 0 }

  /// True if neither a save nor the writing of a recovery file ended in time.
  var isHanging: Bool { recorder?.isHanging == true }

  /// Ends a run: tries once more to store the remaining results, and saves the others in the
  /// recovery file for the next start.
  ///
  /// - Parameter done: called when that is over, or takes too long.
  func flush(done: @escaping () -> Void) {
    if let recorder { recorder.flush(done: done) } else { done() }
  }

  /// Tries again to store the remaining results, and calls `done` with whether all are stored now.
  func retry(then done: @escaping (Bool) -> Void) {
    if let recorder { recorder.retry(done: done) } else { done(true) }
  }

  func close() {
    isClosed = true
    planOfDay.store = nil
    changes?.forget(upTo: nil)
    if let recorder { recorder.close() } else { opened?.close() }
  }

  /// Adopts changes by other processes. Call it before each trial.
  ///
  /// Results that another process has added count as soon as they are found. If it has changed
  /// anything else (a reset, an import, a merge), all records are read anew on another thread, and
  /// the first trial that finds them read is chosen by them.
  ///
  /// Results that are not in the history yet are in the model of hearing only, so nothing is read
  /// anew before they are stored.
  func refresh() {
    isAtRest = false
    receiveChanges()
    lookForChanges()
  }

  /// Adopts changes by other processes while nothing is trained: as soon as they have been read,
  /// which ``onExtent`` reports.
  func refreshAtRest() {
    isAtRest = true
    receiveChanges()
    lookForChanges()
    recorder?.read {
      Overview(of: $0)
    } then: { [weak self] in
      guard let self, !isClosed else { return }
      overview = $0
      if isAtRest { onExtent?() }
    }
  }

  private func lookForChanges() {
    guard let changes, extent == .hearing else { return }
    changes.look(holdsAll: { [weak self] in self?.keptCount == 0 }) { [weak self] finding in
      switch finding {
      case .added(let results, let counts):
        self?.living.add(results)
        self?.othersHaveChanged(counts, since: results.first?.timestamp)
      case .beingRead: self?.living.beginReadingAnew()
      }
    }
  }

  private func receiveChanges() {
    guard let changes else { return }
    if let (history, isNews) = changes.receive() {
      living.readAnew(history.hearing)
      if isNews { othersHaveChanged(history.counts) }
    } else if !changes.areBeingRead, extent == .hearing {
      living.endReadingAnew()
    }
  }

  /// Notes that another process has changed the records.
  ///
  /// - Parameter date: of the oldest change; `nil` if it is not known.
  private func othersHaveChanged(_ counts: RecordCounts, since date: Date? = nil) {
    overview.counts = counts
    if (date ?? .distantPast) < Calendar.current.startOfDay(for: Scheduling.date) {
      planOfDay.forget()
    }
    recorder?.forgetDeleted()
    if reportsEveryChange || !hasReportedChange { notify(.historyChanged(counts)) }
    hasReportedChange = true
  }

  private func changesHaveArrived() {
    guard isAtRest, !isClosed else { return }
    receiveChanges()
    onExtent?()
  }

  /// The number of records when the screens appeared; `nil` until they have been counted, or if
  /// they cannot be. An empty history is known at once.
  var counts: RecordCounts? { isClosed ? nil : overview.counts }

  /// The history of each skill before a moment, and with all results since; `nil` if the records
  /// cannot be read.
  func skills(
    around date: Date, _ settings: CoachSettings
  ) async -> (before: SkillHistory, after: SkillHistory)? {
    try? await opened?.skills(around: date, settings)
  }

  /// Writes the results of a plan to its BIDS tree, on another thread, after all earlier saves.
  ///
  /// - Returns: the fault, if that is impossible.
  func write(_ tree: BIDSTree) async -> Fault? {
    await withCheckedContinuation { continuation in
      guard let recorder else { return continuation.resume(returning: nil) }
      recorder.read { store in
        Result { try tree.write(from: store) }
      } then: { [path] result in
        if case .failure(let error) = result {
          continuation.resume(returning: Fault(error, whileTransferring: path))
        } else {
          continuation.resume(returning: nil)
        }
      }
    }
  }

  /// The last training, and its time; `nil` if there was none, or if it cannot be read.
  var last: (choice: TrainingChoice, date: Date)? {
    overview.last.map { (TrainingChoice($0.training, TrainingKind($0.interval)), $0.date) }
  }

  /// The time that a trial takes this user, in seconds; `nil` if it is not known.
  func pace(of training: TrainingName) -> Double? {
    overview.times[training].flatMap { TrainingPace.seconds(between: $0) }
  }

  /// Deletes every record, after a backup, and clears everything derived from the records, in one
  /// step. If that is impossible, nothing is cleared, and a notice gives the reason.
  ///
  /// - Parameter done: called with the number of records that were deleted, and the path of the
  ///   backup; not called if that was impossible.
  func reset(
    then done: @escaping ((deleted: RecordCounts, backup: String)?) -> Void = { _ in }
  ) {
    guard extent == .hearing, !isClosed, let recorder else {
      return notify(.resetFailed(reason: localized("the history is still being read")))
    }
    recorder.reset { [weak self] outcome in
      guard let self else { return }
      switch outcome {
      case .success(let deletion):
        changes?.forget(upTo: deletion.mark)
        living.reset()
        planOfDay.forget()
        overview = Overview(RecordCounts())
        done(deletion.records.map { ($0.counts, $0.backup.path) })
      case .failure(let error): notify(.resetFailed(reason: error.words))
      }
    }
  }

  /// Returns when the plan of the day is known. Does not wait for it if there are many records.
  func reachPlan(_ settings: CoachSettings) async {
    if (counts?.total ?? 0) <= 20_000 { await planOfDay.reach(settings) }
  }

  /// The plan of today and the answers of today; `nil` if the plan is not known.
  var day: (plan: Plan, answers: DayAnswers)? { planOfDay.known.map { ($0, answersToday) } }

  private var answersToday: DayAnswers {
    overview.answers.day == PlanOfDay.today ? overview.answers : DayAnswers(day: PlanOfDay.today)
  }

  private func addToDay(_ result: CompletedTrial) {
    let (interval, context) = (result.challenge.interval, result.context)
    overview.last = (result.training, interval, result.timestamp)
    overview.answers = answersToday
    let place = PlanPosition(context.plan, block: context.block)
    overview.answers.add(result.training, interval, at: place)
  }

  private func notify(_ notice: Notice) {
    if let onNotice { onNotice(notice) } else { unreported.append(notice) }
  }
}

/// Records each result before it counts.
extension TrainingHistory: ResultObserver {
  func receive(_ result: CompletedTrial, done: @escaping () -> Void) {
    guard let recorder else {
      living.add(result)
      return done()
    }
    recorder.receive(result) { [weak self] in
      if let self {
        if isStored(result.id) { changes?.add(result.id) }
        living.add(result)
        addToDay(result)
      }
      done()
    }
  }

  /// Removes the last result from the records and from everything derived from them.
  func withdraw(_ result: CompletedTrial, done: @escaping (Bool) -> Void) {
    guard living.isLast(result.id), let recorder else { return done(false) }
    recorder.withdraw(result) { [weak self] isWithdrawn in
      if isWithdrawn { self?.takeBackLast(result) }
      done(isWithdrawn)
    }
  }

  private func takeBackLast(_ result: CompletedTrial) {
    let (needsReading, isEarly) = (living.needsReading, living.isEarly(result.id))
    living.takeBackLast()
    // The present reading may hold it.
    guard let changes, needsReading || changes.areBeingRead && !isEarly else { return }
    living.endReadingAnew()
    changes.discardReading()
    lookForChanges()
  }

  func endSoon() { recorder?.endSoon() }
}

/// The time that a run takes: at the pace of the last answers, or by the length of its notes while
/// there are too few.
struct TrainingPace: Hashable {
  /// The trials of the run; 0 for one without an end.
  let trials: Int

  /// The time of a trial, in seconds; `nil` while it is not known.
  let seconds: Double?

  /// The time of the run in whole minutes, at least one; `nil` while it is not known.
  var minutes: Int? {
    seconds.map { max(Int((Double(trials) * $0 / 60).rounded()), 1) }
  }

  /// The number of last answers from which the pace is computed.
  nonisolated static let mostTimes = 41

  /// The fewest times between answers from which the pace is computed.
  private static let fewestGaps = 10

  /// The longest time between answers that is not a rest, in seconds.
  private static let longestGap = 60.0

  /// The usual time from one answer to the next, in seconds: the median of the times without a
  /// rest; `nil` for too few.
  ///
  /// - Parameter times: of the answers, the last one first.
  static func seconds(between times: [Date]) -> Double? {
    let gaps = zip(times, times.dropFirst()).map { $0.timeIntervalSince($1) }
      .filter { (0...longestGap).contains($0) }
    return gaps.count < fewestGaps ? nil : gaps.sorted()[gaps.count / 2]
  }
}
