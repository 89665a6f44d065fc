import Foundation
import MainThread
import Synchronization
import Training

/// Stores each result as it comes in, and loses none.
///
/// No disk keeps the main thread waiting: all of it is done on a separate thread, one call after
/// the other in their order (``ResultKeeper``), and their outcomes are reported in that order.
/// Training continues whatever the store does.
@MainActor
public final class HistoryRecorder {
  /// The longest wait of a save for another process that writes, in seconds. A result that waited
  /// in vain is stored with the next one.
  nonisolated static let timeout: TimeInterval = 1.5

  /// The longest wait of the last attempt.
  nonisolated static let lastTimeout: TimeInterval = 0.5

  /// The longest wait for the disk at the end of a training, and then again for a recovery file.
  static let longestEnd = Duration.seconds(5)

  private let places: RecoveryPaths
  private let onEvent: (SavingEvent) -> Void
  private let thread: SavingThread

  /// Ends the wait at the end of a training.
  private let limit: any TrialTimer

  /// The reason for that wait.
  private var wait = Wait.none

  private enum Wait { case none, save, file }

  /// The state of the keeper when the last call returned.
  private var state = ResultKeeper.State()

  /// The calls that have not returned, in their order.
  private var calls: [Call] = []

  private struct Call {
    /// The result to be stored or taken back, if any.
    var result: RecordedResult?

    /// True if it may write to the disk.
    var isSaving = true

    /// Called once, with true if it was done.
    var done: ((Bool) -> Void)?

    /// True if it was answered before it returned.
    var isGivenUp = false
  }

  private var hasToldLimit = false

  /// True if neither a save nor a recovery file was completed in time.
  public private(set) var isHanging = false

  /// - Parameter clock: limits the wait at the end of a training.
  public init(
    store: TrainingDataStore, places: RecoveryPaths, clock: any TrialClock = ProgramClock(),
    onEvent: @escaping (SavingEvent) -> Void
  ) {
    (self.places, self.onEvent) = (places, onEvent)
    limit = clock.timer()
    thread = SavingThread(ResultKeeper(store: store, places: places))
    thread.answer = MainThreadCall { [weak self] in
      guard let self else { return }
      for outcome in thread.takeOutcomes() { outcome(self) }
    }
  }

  /// The current run of training, which its results name. It is stored with the first of them.
  public var run: RunRecord? {
    didSet {
      guard let run else { return }
      perform(Call(isSaving: false)) { keeper in
        keeper.add(run)
        return true
      }
    }
  }

  /// True if this recorder has stored the result of that id, one of the last that it received.
  public func isStored(_ id: UUID) -> Bool { state.lastStored.contains(id) }

  /// The results that are not in the history, in their order.
  public var unstored: [UUID] { state.unstored }

  /// The number of results that are neither in the history nor in a recovery file.
  public var inMemoryCount: Int { state.inMemory.count }

  /// Stores a result, or keeps it if that fails.
  ///
  /// - Parameter done: called when the save has returned.
  public func receive(_ result: CompletedTrial, done: @escaping () -> Void = {}) {
    let record = RecordedResult(result)
    if RecordLimits.isLimit(record.timestamp), !hasToldLimit {
      hasToldLimit = true
      onEvent(.timeLimited(record.timestamp))
    }
    perform(Call(result: record) { _ in done() }) { keeper in
      keeper.record(record)
      return true
    }
  }

  /// Marks a result of this recorder as taken back, wherever it is.
  ///
  /// - Parameter done: called with true if it is marked in the history or in a recovery file.
  public func withdraw(_ result: CompletedTrial, done: @escaping (Bool) -> Void) {
    var record = RecordedResult(result)
    record.withdraw()
    perform(Call(result: record, done: done)) { $0.withdraw(result.id) }
  }

  /// Tries again to store the kept results. Those that are not stored are still kept.
  ///
  /// - Parameter done: called with true if all are stored.
  public func retry(done: @escaping (Bool) -> Void) {
    perform(Call(done: done)) { $0.retry() }
  }

  /// Tries again at the end of a training. Results that are still not stored stay in a recovery
  /// file, or are reported.
  ///
  /// - Parameter done: called when that is over; at once if there is nothing to store, or if the
  ///   disk hangs.
  public func flush(done: @escaping () -> Void = {}) {
    guard calls.first?.isGivenUp != true, hasOpenCalls || !state.unstored.isEmpty else {
      return done()
    }
    perform(Call { _ in done() }) { keeper in
      keeper.flush()
      return true
    }
    endSoon()
  }

  /// Deletes every record after a backup, and forgets the kept results.
  ///
  /// - Parameter done: called with the deletion, or with the reason why nothing was deleted.
  public func reset(then done: @escaping (Result<Deletion, DataStoreError>) -> Void) {
    perform(Call()) { keeper in
      Result { () throws(DataStoreError) in try keeper.reset() }
    } then: {
      done($1)
    }
  }

  /// The outcome of a reset.
  public struct Deletion: Sendable {
    /// The backup and the number of deleted records; `nil` if there were none.
    public let records: (backup: URL, counts: RecordCounts)?

    /// The mark of the emptied history; `nil` if it cannot be read.
    public let mark: HistoryMark?
  }

  /// Forgets the stored results that another process has deleted from the history, so that they are
  /// not restored. Call it when the history was changed elsewhere.
  public func forgetDeleted() {
    perform(Call(isSaving: false)) { keeper in
      keeper.forgetDeleted()
      return true
    }
  }

  /// Closes the store when everything before has returned.
  public func close() {
    read {
      $0.close()
    } then: { _ in
    }
  }

  /// Reads the state between the saves before this call and those after it.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (TrainingDataStore) -> Value,
    then: @escaping @MainActor (Value) -> Void
  ) {
    perform(Call(isSaving: false), { body($0.store) }, then: { then($1) })
  }

  private func perform(
    _ call: Call = Call(), _ work: @escaping @Sendable (ResultKeeper) -> Bool
  ) {
    perform(call, work, then: { $0.done?($1) })
  }

  private func perform<Value: Sendable>(
    _ call: Call, _ work: @escaping @Sendable (ResultKeeper) -> Value,
    then: @escaping @MainActor (Call, Value) -> Void
  ) {
    calls.append(call)
    thread.run { keeper in
      let (value, state) = (work(keeper), keeper.takeState())
      return { recorder in then(recorder.firstReturned(state), value) }
    }
  }

  private func firstReturned(_ state: ResultKeeper.State) -> Call {
    self.state = state
    self.state.events = []
    invariant(!calls.isEmpty, "what returns was called")
    invariant(
      Set(state.inMemory.map(\.id)).isSubset(of: state.unstored), "what is stored is not kept")
    let call = calls.removeFirst()
    isHanging = false
    if !hasOpenCalls { endWait() }
    for event in state.events { onEvent(event) }
    return call
  }

  // MARK: A disk that hangs

  /// Ends the training within ``longestEnd``. Results that have not been stored or taken back by
  /// then are written to a recovery file and given up; a save that returns later stores the same
  /// ids.
  public func endSoon() {
    guard hasOpenCalls, wait == .none else { return }
    wait = .save
    limit.start(after: Self.longestEnd) { [weak self] in self?.rescue() }
  }

  private var hasOpenCalls: Bool { calls.contains { $0.isSaving && !$0.isGivenUp } }

  private func endWait() {
    limit.stop()
    wait = .none
  }

  private func rescue() {
    let results = state.inMemory + calls.compactMap(\.result)
    guard !results.isEmpty else { return giveUp(results) }
    let texts = (run.map { [RecordLine.text(of: $0)] } ?? []) + results.map(RecordLine.text)
    let lines = Data(texts.map { $0 + "\n" }.joined().utf8)
    let files = places.targets
    var failures = 0
    wait = .file
    for file in files {
      // Any of them may hang, too. A result that is in several is stored once.
      SavingThread.append(lines, to: file) { [weak self] isWritten in
        guard let self, wait == .file else { return }
        if !isWritten { failures += 1 }
        if isWritten {
          giveUp(results, file.url)
        } else if failures == files.count {
          giveUp(results)
        }
      }
    }
    limit.start(after: Self.longestEnd) { [weak self] in
      self?.isHanging = true
      self?.giveUp(results)
    }
  }

  /// Answers all calls that have not returned.
  ///
  /// - Parameters:
  ///   - results: the results that have not been stored or taken back.
  ///   - file: the file that has them, if any.
  private func giveUp(_ results: [RecordedResult], _ file: URL? = nil) {
    endWait()
    let open = calls
    for index in calls.indices {
      calls[index] = Call(isSaving: calls[index].isSaving, isGivenUp: true)
    }
    state.inMemory = []
    for result in results where !result.isWithdrawn {
      onEvent(.failed(.saveFailed(.hanging), id: result.id, isInFile: file != nil))
    }
    for result in results where result.isWithdrawn && file == nil {
      onEvent(.withdrawalFailed(.saveFailed(.hanging), id: result.id))
    }
    if let file {
      onEvent(.waiting(count: Set(results.map(\.id)).count, path: file.path))
    } else if !results.isEmpty {
      onEvent(.unsaved(lines: results.map(RecordLine.text)))
    }
    for call in open { call.done?(call.result != nil && file != nil) }
  }
}

/// The thread that stores results, with one piece of work after the other.
private final class SavingThread: Sendable {
  typealias Outcome = @MainActor @Sendable (HistoryRecorder) -> Void

  private let keeper: Mutex<ResultKeeper>
  private let outcomes = Mutex<[Outcome]>([])
  private let thread = WorkThread(named: "peach-saving")

  /// Asks for ``takeOutcomes()``. Set before anything is run.
  @MainActor var answer: MainThreadCall?

  init(_ keeper: sending ResultKeeper) { self.keeper = Mutex(keeper) }

  @MainActor func run(_ work: @escaping @Sendable (ResultKeeper) -> Outcome) {
    thread.perform { [answer] in
      let outcome = self.keeper.withLock { work($0) }
      self.outcomes.withLock { $0.append(outcome) }
      answer?.request()
    }
  }

  /// The outcomes since the last time, in the order of the work.
  func takeOutcomes() -> [Outcome] {
    outcomes.withLock { outcomes in
      defer { outcomes = [] }
      return outcomes
    }
  }

  /// Adds lines to a recovery file, on a thread that hangs with it.
  @MainActor
  static func append(
    _ lines: Data, to file: RecoveryFile, then: @escaping @MainActor (Bool) -> Void
  ) {
    WorkThread(named: "peach-recovery").perform {
      let isWritten = (try? file.append(lines)) != nil
      Task { @MainActor in then(isWritten) }
    }
  }
}

/// Stores results, and keeps those that cannot be stored. One thread uses it, and may wait for the
/// disk.
///
/// A result that could not be stored is written to a recovery file at once, so that not even `kill
/// -9` loses it; an event reports if no such file can be written. The keeper tries again with each
/// result that follows, and at the end. If somebody else has changed the file of the history, all
/// results of this run are written to the recovery file: those stored before may be lost.
final class ResultKeeper {
  let store: TrainingDataStore
  private let places: RecoveryPaths

  /// The events of the last call.
  private var events: [SavingEvent] = []

  /// The ids of the results that were stored last.
  private var lastStored: [UUID] = []

  /// The number of ids that are remembered: queries follow soon after a save.
  private static let mostRemembered = 64

  private var runs: [UUID: RunRecord] = [:]

  private var safe = SafeResults()

  /// The results that are not in the history, in their order.
  private var kept: [RecordedResult] = []

  /// The kept results that break a rule of the database, with the rule.
  private var refused: [UUID: DataStoreFault] = [:]

  /// The recovery files of the kept results; some may be in none.
  private var files: [UUID: URL] = [:]

  init(store: TrainingDataStore, places: RecoveryPaths) {
    (self.store, self.places) = (store, places)
  }

  /// Adds a run to which the results from now on may belong. It is stored with the first of them.
  func add(_ run: RunRecord) { runs[run.id] = run }

  /// The state of the keeper, with the events since the last time.
  func takeState() -> State {
    defer { events = [] }
    invariant(Set(unstored).count == kept.count, "a result is kept once")
    invariant(Set(unstored).isDisjoint(with: lastStored), "what is stored is not kept")
    return State(
      events: events, lastStored: lastStored, unstored: unstored,
      inMemory: kept.filter { files[$0.id] == nil })
  }

  struct State: Sendable {
    var events: [SavingEvent] = []
    var lastStored: [UUID] = []
    var unstored: [UUID] = []
    var inMemory: [RecordedResult] = []
  }

  private var unstored: [UUID] { kept.map(\.id) }

  private func report(_ event: SavingEvent) { events.append(event) }

  /// Marks a result of this recorder as taken back, wherever it is.
  ///
  /// - Returns: true if it is marked in the history or in a recovery file.
  func withdraw(_ id: UUID) -> Bool {
    guard let index = kept.firstIndex(where: { $0.id == id }) else {
      do {
        try store.withdraw(id: id, timeout: HistoryRecorder.timeout)
        safe.withdraw(id)
        return true
      } catch {
        if case .fileReplaced = error.cause {
          doubtAll()
          // The recovery file then marks it.
          if unstored.contains(id) { return withdraw(id) }
        }
        report(.withdrawalFailed(error, id: id))
        return false
      }
    }
    kept[index].withdraw()
    // The file gets a second line with the mark.
    files[id] = nil
    writeRecovery()
    return files[id] != nil
  }

  /// Tries again to store the kept results; returns true if all are stored. Those that are not are
  /// still kept.
  @discardableResult
  func retry() -> Bool {
    guard !kept.isEmpty else { return true }
    let older = unstored
    _ = storeKept(timeout: HistoryRecorder.lastTimeout)
    reportStored(of: older)
    writeRecovery()
    return kept.isEmpty
  }

  /// Tries again at the end of a training. Results that are still not stored stay in a recovery
  /// file, or are reported.
  func flush() {
    guard !kept.isEmpty else { return }
    retry()
    for url in places.files {
      let count = files.values.count { $0 == url }
      if count > 0 { report(.waiting(count: count, path: url.path)) }
    }
    let unsaved = kept.filter { files[$0.id] == nil }
    if !unsaved.isEmpty { report(.unsaved(lines: unsaved.map(RecordLine.text))) }
    forget()
  }

  private func forget() {
    kept = []
    safe.removeAll()
    files = [:]
  }

  /// Deletes every record after a backup, including those in recovery files, which would return.
  func reset() throws(DataStoreError) -> HistoryRecorder.Deletion {
    for recovery in store.recover(places) {
      report(.recovery(recovery))
      if case .failed(let error, _) = recovery { throw error }
    }
    let records = try store.reset()
    forget()
    return HistoryRecorder.Deletion(records: records, mark: try? store.mark())
  }

  /// Forgets the stored results that another process has deleted from the history, so that they are
  /// not restored. Call it when the history was changed elsewhere.
  func forgetDeleted() {
    let ids = safe.ids
    guard let present = try? store.presentIDs(among: ids), present.count < Set(ids).count else {
      return
    }
    safe.removeAll { !present.contains($0.id) }
  }

  func record(_ result: RecordedResult) {
    let older = unstored
    kept.append(result)
    if let failure = storeKept(timeout: HistoryRecorder.timeout) ?? refusal(of: result.id) {
      writeRecovery()
      report(.failed(failure, id: result.id, isInFile: files[result.id] != nil))
    }
    reportStored(of: older)
  }

  private func runs(of results: [RecordedResult]) -> [RunRecord] {
    Set(results.compactMap { $0.context.run }).compactMap { runs[$0] }
  }

  private func refusal(of id: UUID) -> DataStoreError? { refused[id].map { .saveFailed($0) } }

  /// Stores the kept results in one step. The remaining ones break a rule, or the step failed.
  private func storeKept(timeout: TimeInterval) -> DataStoreError? {
    do {
      refused = try store.store(kept, of: runs(of: kept), timeout: timeout).refused
    } catch {
      if case .fileReplaced = error.cause { doubtAll() }
      return error
    }
    let stored = kept.filter { refused[$0.id] == nil }
    invariant(stored.count + refused.count == kept.count, "what is refused was to be stored")
    safe.add(stored)
    lastStored = Array((lastStored + stored.map(\.id)).suffix(Self.mostRemembered))
    kept.removeAll { refused[$0.id] == nil }
    return nil
  }

  /// Keeps the results that were stored in this run, as they may be gone. The history stores each
  /// result once, by its id.
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
    report(.stored(ids))
    guard ids.contains(where: { files[$0] != nil }) else { return }
    // Recovering the files adds nothing but removes them; other results may be in them, too.
    let recoveries = store.recover(places)
    for recovery in recoveries { report(.recovery(recovery)) }
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

/// An event that a ``HistoryRecorder`` reports.
public enum SavingEvent: Hashable, Sendable {
  /// A result could not be stored. The recorder keeps it and tries again. If it is not in a
  /// recovery file (`isInFile`), it is lost if the process ends before the run.
  case failed(DataStoreError, id: UUID, isInFile: Bool)

  /// A result could not be marked as taken back; it still counts.
  case withdrawalFailed(DataStoreError, id: UUID)

  /// Kept results are stored now.
  case stored([UUID])

  /// The run has ended, and that many results are in a recovery file.
  case waiting(count: Int, path: String)

  /// The run has ended, and these results are in no file; a line each, to be shown.
  case unsaved(lines: [String])

  /// A result got the nearest time that a record may have, since the clock shows a different one.
  case timeLimited(Date)

  /// The fate of results in a recovery file, whoever left them there.
  case recovery(Recovery)
}

/// The results of a run that are in the history, in their order, in case somebody else changes its
/// files.
///
/// The newest ones are in memory, the others in a temporary file that has no name and disappears
/// with the process: a run of any length needs the same memory.
struct SafeResults {
  /// The number of results in memory, unless no temporary file can be written.
  private let mostInMemory: Int
  private let directory: URL

  private var newest: [RecordedResult] = []

  /// The file, and the length of its whole lines; `nil` before it is needed.
  private var file: (handle: FileHandle, length: UInt64)?

  /// The results in the file that were taken back later.
  private var withdrawn: Set<UUID> = []

  /// - Parameters:
  ///   - mostInMemory: at least 1.
  ///   - directory: the place of the temporary file.
  init(
    mostInMemory: Int = 64, directory: URL = FileManager.default.temporaryDirectory
  ) {
    self.mostInMemory = max(mostInMemory, 1)
    self.directory = directory
  }

  var isEmpty: Bool { newest.isEmpty && file == nil }

  mutating func add(_ results: [RecordedResult]) {
    newest += results
    guard newest.count > mostInMemory else { return }
    // Half of them at once, so that not every result writes.
    let older = newest.prefix(newest.count - mostInMemory / 2)
    if write(older) { newest.removeFirst(older.count) }
  }

  mutating func withdraw(_ id: UUID) {
    if let index = newest.firstIndex(where: { $0.id == id }) {
      newest[index].withdraw()
    } else if file != nil {
      withdrawn.insert(id)
    }
    invariant(file != nil || withdrawn.isEmpty, "a withdrawal of what is in the file has a file")
  }

  /// The results in their order.
  var all: [RecordedResult] {
    let older = lines.compactMap { line -> RecordedResult? in
      guard var result = try? RecordLine(line).result else { return nil }
      if withdrawn.contains(result.id) { result.withdraw() }
      return result
    }
    return older + newest
  }

  /// The ids of the results in their order, without reading the rest of them.
  var ids: [UUID] { lines.compactMap { Self.id(in: $0) } + newest.map(\.id) }

  /// The lines of the results in the file.
  private var lines: [Data] {
    guard let file else { return [] }
    let text: Data? = try? { () throws -> Data in
      try file.handle.seek(toOffset: 0)
      return try file.handle.readToEnd() ?? Data()
    }()
    return (text ?? Data()).split(separator: UInt8(ascii: "\n"))
  }

  /// The id in a line, its second member.
  private static func id(in line: Data) -> UUID? {
    guard let mark = line.range(of: Data(#","id":""#.utf8)) else { return nil }
    return UUID(
      uuidString: String(decoding: line[mark.upperBound...].prefix(36), as: UTF8.self))
  }

  mutating func removeAll() {
    newest = []
    file = nil
    withdrawn = []
  }

  mutating func removeAll(where isGone: (RecordedResult) -> Bool) {
    let left = all.filter { !isGone($0) }
    removeAll()
    add(left)
  }

  /// Appends a line for each to the file; returns true if they are there.
  private mutating func write(_ results: ArraySlice<RecordedResult>) -> Bool {
    guard let handle = file?.handle ?? makeFile() else { return false }
    let length = file?.length ?? 0
    let lines = Data(results.map { RecordLine.text(of: $0) + "\n" }.joined().utf8)
    do {
      // The rest of a failed attempt is overwritten.
      try handle.truncate(atOffset: length)
      try handle.seek(toOffset: length)
      try handle.write(contentsOf: lines)
      file = (handle, length + UInt64(lines.count))
      return true
    } catch {
      try? handle.truncate(atOffset: length)
      return false
    }
  }

  /// A file for reading and writing that only this process can reach; `nil` if there is no room for
  /// one.
  private func makeFile() -> FileHandle? {
    var name = directory.appendingPathComponent("peach-run-XXXXXX").path.utf8CString.map { $0 }
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
