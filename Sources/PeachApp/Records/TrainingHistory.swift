import Charts
import Foundation
import History
import Language
import MainThread
import Music
import Program
import Training

/// The records and everything derived from them: the store, the model of hearing rebuilt from it,
/// and the recorder that adds to it. Main thread.
final class TrainingHistory {
  /// How much of it is there.
  var extent: Extent { known.extent }

  /// Called when ``extent`` has grown, and when changes by another process have been read at rest.
  var onExtent: (() -> Void)? {
    get { known.onExtent }
    set { known.onExtent = newValue }
  }

  /// Everything that has been derived from the records.
  var hearing: HearingModel { known.model }

  /// What was known when the session began.
  var hearingBefore: HearingModel { known.before }

  private let known = RecordedHearing()

  /// It reports at rest by ``onExtent`` that it is there.
  let planOfDay = PlanOfDay()

  /// Called with the outcome of saving each result. Outcomes from before it was set come first.
  var onNotice: ((Notice) -> Void)? {
    didSet {
      guard let onNotice else { return }
      for notice in untold { onNotice(notice) }
      untold = []
    }
  }

  /// Whether each change by another process is told, and not just the first: another training makes many.
  var tellsEveryChange = true
  private var hasToldChange = false

  private let path: String
  private let places: RecoveryPaths
  private var untold: [Notice] = []
  private var isClosed = false

  /// `nil` until it is open.
  private var opened: TrainingDataStore?

  /// What the screens show of the records. It was read before: they do not wait for the disk.
  private var overview = Overview()

  private nonisolated struct Overview: Sendable {
    var counts: RecordCounts?

    /// The last answer of a run of training.
    var last: (training: TrainingName, interval: DirectedInterval, date: Date)?

    /// The answers of the day on which it was read.
    var answers = DayAnswers(day: .min)

    /// When the last answers of each training were given, the last one first.
    var times: [TrainingName: [Date]] = [:]

    init(_ counts: RecordCounts? = nil) { self.counts = counts }

    /// - Parameter isCounting: whether the records are counted, which takes longest.
    init(of store: TrainingDataStore, isCounting: Bool = true) {
      counts = isCounting ? try? store.recordCounts() : nil
      last = (try? store.lastAnswer()).map { ($0.training, $0.interval, $0.timestamp) }
      answers = (try? store.answers(on: PlanOfDay.today)) ?? answers
      times = (try? store.lastTimes(count: TrainingPace.mostTimes)) ?? [:]
    }
  }

  private var recorder: HistoryRecorder?
  private var changes: HistoryChanges?

  /// Whether what another process changes counts as soon as it has been read.
  private var isAtRest = false

  /// A history that is empty until it is opened by ``open(for:)``.
  init(_ path: String, places: RecoveryPaths) {
    (self.path, self.places) = (path, places)
    planOfDay.onPlan = { [weak self] in
      guard let self, isAtRest, !isClosed else { return }
      onExtent?()
    }
  }

  /// Opens the store, adds the results from recovery files, and rebuilds the model of hearing, mostly off
  /// the main thread. Only once. Throws ``Fault``, but not after it was closed.
  ///
  /// - Parameter need: what is read first, for the first trial.
  func open(for need: HearingNeed? = nil) async throws(Fault) {
    defer { known.end() }
    do {
      let (store, recoveries, overview, reading) = try await Self.open(path, places, for: need)
      guard !isClosed else { return store.close() }
      self.overview = overview
      if reading.mark.isEmpty { self.overview.counts = RecordCounts() }
      for recovery in recoveries { notify(Notice(recovery)) }
      record(in: store, since: reading.mark)
      if store.wasInterrupted { checkAfterInterruption(store) }
      known.advance(to: .records)
      if let need {
        let hearing = try await store.hearing(for: need)
        guard !isClosed else { return }
        known.begin(with: hearing)
      }
      let read = try await reading.outcome()
      guard !isClosed else { return }
      self.overview.counts = read.counts
      known.complete(read.hearing, keeping: need)
      store.keepLittleInMemory()
      if let first = read.unreadable.first {
        notify(.rowsUnreadable(count: read.unreadable.count, first: first))
      }
      planOfDay.store = store
      known.advance(to: .hearing)
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
    // Results that another Peach stores from here on are noticed.
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

  /// A session begins: see ``hearingBefore``.
  func beginRun() { known.beginRun() }

  /// Returns when that much of it is there, or when no more of it will come.
  func reach(_ wanted: Extent) async { await known.reach(wanted) }

  /// - Parameter mark: up to there every result is known.
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

  /// The results from now on belong to this run, or go on belonging to the one before.
  ///
  /// - Parameter continuing: whether they do if its client was the same.
  /// - Returns: the id of the run.
  func begin(_ run: RunRecord, continuing: Bool) -> UUID {
    if continuing, let former = recorder?.run, former.hasSameClient(as: run) { return former.id }
    recorder?.run = run
    return run.id
  }

  /// Where a participant left a plan since a moment; `nil` if that is not known. It waits for the disk.
  func place(
    in plan: String, of participation: Participation, since date: Date
  ) -> TrainingDataStore.PlaceLeft? {
    try? opened?.place(in: plan, of: participation, since: date)
  }

  /// Whether a result of this run is safely on disk.
  func isStored(_ id: UUID) -> Bool { recorder?.isStored(id) == true }

  /// How many results are not in the history yet.
  var keptCount: Int { recorder?.unstored.count ?? 0 }

  /// How many of them are in no recovery file either.
  var inMemoryCount: Int { recorder?.inMemoryCount ?? 0 }

  /// Whether neither a save nor a recovery file came to its end in time.
  var isHanging: Bool { recorder?.isHanging == true }

  /// Ends a run: tries once more to store the remaining results, then saves the others in the
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

  /// Call it before each trial. Results that another process has added count as soon as they are found. If it has
  /// changed anything else (a reset, an import, a merge), all records are read anew on another thread, and a later
  /// trial goes by them: the first one that finds them read.
  ///
  /// Results that are not in the history yet are in the model of hearing only, so nothing is read
  /// anew before they are stored.
  func refresh() {
    isAtRest = false
    receiveChanges()
    lookForChanges()
  }

  /// The same while nothing is trained: changes are there as soon as they have been read, and
  /// ``onExtent`` reports that.
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
    guard let changes else { return }
    known.look(for: changes, holdsAll: holdsAll) { [weak self] in
      self?.othersHaveChanged($0, since: $1)
    }
  }

  /// Tells whether the history holds every result that has come in.
  private var holdsAll: () -> Bool { { [weak self] in self?.keptCount == 0 } }

  private func receiveChanges() {
    if let changes, let counts = known.receive(changes) { othersHaveChanged(counts) }
  }

  /// Another process has changed the records; none that is older than the date, if there is one.
  private func othersHaveChanged(_ counts: RecordCounts, since date: Date? = nil) {
    overview.counts = counts
    if (date ?? .distantPast) < Calendar.current.startOfDay(for: Scheduling.date) {
      planOfDay.forget()
    }
    recorder?.forgetDeleted()
    if tellsEveryChange || !hasToldChange { notify(.historyChanged(counts)) }
    hasToldChange = true
  }

  private func changesHaveArrived() {
    guard isAtRest, !isClosed else { return }
    receiveChanges()
    onExtent?()
  }

  /// How many records there were when the screens appeared; `nil` until they have been counted, or if they cannot be.
  /// That there are none is known at once.
  var counts: RecordCounts? { isClosed ? nil : overview.counts }

  /// What the records say of each skill before a moment, and with all that came since; `nil` if they cannot be read.
  func skills(
    around date: Date, _ settings: CoachSettings
  ) async -> (before: SkillHistory, after: SkillHistory)? {
    try? await opened?.skills(around: date, settings)
  }

  /// Writes the results of a plan to its BIDS tree, on another thread, after the saves before this call.
  ///
  /// - Returns: why that is impossible, if it is.
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

  /// What was trained last, and when; `nil` if nothing was, or if it cannot be read.
  var last: (choice: TrainingChoice, date: Date)? {
    overview.last.map { (TrainingChoice($0.training, TrainingKind($0.interval)), $0.date) }
  }

  /// How long a trial of that training takes this user, in seconds; `nil` if that is not known.
  func pace(of training: TrainingName) -> Double? {
    overview.times[training].flatMap { TrainingPace.seconds(between: $0) }
  }

  /// Deletes every record, after a backup, and clears everything derived from the records, in one
  /// step. If that is impossible, nothing is cleared and a notice gives the reason.
  ///
  /// - Parameter done: called with what was deleted and the path of the backup; not if nothing could be deleted.
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
        known.reset()
        planOfDay.forget()
        overview = Overview(RecordCounts())
        done(deletion.records.map { ($0.counts, $0.backup.path) })
      case .failure(let error): notify(.resetFailed(reason: error.words))
      }
    }
  }

  /// Returns when the plan of the day is known, unless there are so many records that it takes long.
  func reachPlan(_ settings: CoachSettings) async {
    if (counts?.total ?? 0) <= 20_000 { await planOfDay.reach(settings) }
  }

  /// The plan of today, if it is known, and what has been answered today.
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
    if let onNotice { onNotice(notice) } else { untold.append(notice) }
  }
}

/// Each result is recorded before it is evaluated or shown.
extension TrainingHistory: ResultObserver {
  func receive(_ result: CompletedTrial, done: @escaping () -> Void) {
    guard let recorder else {
      known.add(result)
      return done()
    }
    recorder.receive(result) { [weak self] in
      if let self {
        if isStored(result.id) { changes?.add(result.id) }
        known.add(result)
        addToDay(result)
      }
      done()
    }
  }

  /// The profile forgets the last result, and it counts nowhere any more.
  func withdraw(_ result: CompletedTrial, done: @escaping (Bool) -> Void) {
    guard known.isLast(result), let recorder else { return done(false) }
    recorder.withdraw(result) { [weak self] isWithdrawn in
      if isWithdrawn, let self { known.takeBackLast(result, changes, holdsAll: holdsAll) }
      done(isWithdrawn)
    }
  }

  func endSoon() { recorder?.endSoon() }
}
