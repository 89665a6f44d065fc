import Foundation
import GRDB
import TestSupport
import Testing
import Training

@testable import History

@MainActor
@Suite("The recorder stores results and loses none")
struct HistoryRecorderTests {
  /// What the recorder told.
  @MainActor
  final class Told {
    private(set) var events: [SavingEvent] = []

    func receive(_ event: SavingEvent) { events.append(event) }
  }

  let directory: TemporaryDirectory
  let places: RecoveryPaths
  let store: TrainingDataStore
  let told = Told()
  let recorder: HistoryRecorder

  init() throws {
    directory = try TemporaryDirectory()
    places = directory.recoveryPlaces
    store = try TrainingDataStore(url: directory.database, busyTimeout: 0.01)
    let told = told
    recorder = HistoryRecorder(store: store, places: places) { told.receive($0) }
  }

  private func refuseWriting(_ isRefused: Bool) throws {
    try store.queue.inDatabase {
      try $0.execute(sql: "PRAGMA query_only = \(isRefused ? "ON" : "OFF")")
    }
  }

  @Test("results of both trainings are stored, and nothing is told")
  func stores() async throws {
    let comparison = makeComparison()
    let matching = makePitchMatching()
    await recorder.store(comparison)
    await recorder.store(matching)
    await recorder.flushed()
    #expect(recorder.isStored(comparison.id))
    #expect(recorder.isStored(matching.id))
    #expect(try store.allComparisons().map(\.id) == [comparison.id])
    #expect(try store.allPitchMatchings().map(\.id) == [matching.id])
    #expect(told.events.isEmpty)
    #expect(recorder.unstored.isEmpty)
    #expect(!places.files[0].isThere)
  }

  @Test("a result that never came in is not stored")
  func unknown() {
    #expect(!recorder.isStored(UUID()))
  }

  @Test("what could not be stored is stored with the next result, in its order, and told")
  func retry() async throws {
    let first = makeComparison()
    let second = makePitchMatching()
    let third = makeComparison()
    try refuseWriting(true)
    await recorder.store(first)
    await recorder.store(second)
    #expect(
      told.events == [
        .failed(.saveFailed(.readOnly), id: first.id, isInFile: true),
        .failed(.saveFailed(.readOnly), id: second.id, isInFile: true),
      ])
    #expect(!recorder.isStored(first.id))
    #expect(recorder.unstored == [first.id, second.id])

    try refuseWriting(false)
    await recorder.store(third)
    #expect(told.events.dropFirst(2) == [.stored([first.id, second.id])])
    #expect([first.id, second.id, third.id].allSatisfy(recorder.isStored))
    #expect(try store.allComparisons().map(\.id) == [first.id, third.id])
    #expect(try store.allPitchMatchings().map(\.id) == [second.id])
    #expect(recorder.unstored.isEmpty)
    #expect(!places.files[0].isThere)
  }

  @Test("what could not be stored is stored at the end of the run")
  func settles() async throws {
    let comparison = makeComparison()
    try refuseWriting(true)
    await recorder.store(comparison)
    try refuseWriting(false)
    await recorder.flushed()
    #expect(told.events.last == .stored([comparison.id]))
    #expect(try store.allComparisons().map(\.id) == [comparison.id])
    #expect(directory.names.allSatisfy { !$0.contains("recovery") })
  }

  @Test("it waits in a file from the moment of the failure, for this user alone")
  func writtenAtOnce() async throws {
    let comparison = makeComparison()
    try refuseWriting(true)
    await recorder.store(comparison)
    let file = places.files[0]
    #expect(
      try String(contentsOf: file, encoding: .utf8)
        == RecordLine.text(of: RecordedResult(comparison)) + "\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("what is still left at the end is told once, and the next start takes it in")
  func nextStart() async throws {
    let results = [makeComparison(), makeComparison()]
    try refuseWriting(true)
    for result in results { await recorder.store(result) }
    await recorder.flushed()
    await recorder.flushed()
    let path = places.files[0].path
    #expect(told.events.dropFirst(2) == [.waiting(count: 2, path: path)])
    store.close()

    let next = try TrainingDataStore(url: directory.database)
    #expect(next.recover(places) == [.recovered(count: 2, path: path)])
    #expect(try next.allComparisons().map(\.id) == results.map(\.id))
    #expect(directory.names.allSatisfy { !$0.contains("recovery") })
    #expect(next.recover(places).isEmpty)
  }

  @Test("a place that takes nothing leads to the next; without any the lines are told")
  func otherPlaces() async throws {
    let file = places.files[0]
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    try refuseWriting(true)
    let first = makeComparison()
    await recorder.store(first)
    #expect(places.files[1].isThere)

    try FileManager.default.removeItem(at: places.files[1].deletingLastPathComponent())
    for url in places.files.dropFirst() {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    let second = makePitchMatching()
    await recorder.store(second)
    #expect(
      told.events == [
        .failed(.saveFailed(.readOnly), id: first.id, isInFile: true),
        .failed(.saveFailed(.readOnly), id: second.id, isInFile: false),
      ])
    #expect(recorder.inMemoryCount == 1)
    await recorder.flushed()
    #expect(
      told.events.last
        == .unsaved(lines: [RecordLine.text(of: RecordedResult(second))]))
  }

  @Test("a result that breaks a rule does not hold up those after it, and is set aside")
  func refusal() async throws {
    let early = makeComparison(centOffset: 1201)
    await recorder.store(early)
    guard case .failed(.saveFailed(.rejected), early.id, _) = told.events.first else {
      Issue.record("told \(told.events)")
      return
    }
    let good = makeComparison()
    await recorder.store(good)
    #expect(recorder.isStored(good.id))
    await recorder.flushed()
    store.close()

    let next = try TrainingDataStore(url: directory.database)
    let aside = directory.url.appendingPathComponent("training.sqlite.recovery.damaged.jsonl")
    #expect(next.recover(places) == [.setAside(count: 1, path: aside.path)])
    #expect(try String(contentsOf: aside, encoding: .utf8).contains("1201"))
    #expect(try next.allComparisons().map(\.id) == [good.id])
  }

  @Test("a result that is there already counts as stored: the failed save had reached the disk")
  func alreadyThere() async throws {
    let comparison = makeComparison()
    try store.save(comparison)
    await recorder.store(comparison)
    #expect(recorder.isStored(comparison.id))
    #expect(told.events.isEmpty)
    #expect(try store.comparisonCount() == 1)
  }

  @Test("a database that another holds does not hold up the training for long")
  func locked() async throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: directory.database.path, configuration: configuration)
    let comparison = makeComparison()
    try other.inDatabase { try $0.beginTransaction(.immediate) }
    recorder.receive(comparison)
    #expect(told.events.isEmpty)
    await recorder.settle()
    #expect(told.events == [.failed(.saveFailed(.locked), id: comparison.id, isInFile: true)])
    try other.inDatabase { try $0.rollback() }
    #expect(try store.pragma("busy_timeout") == "10")
    await recorder.flushed()
    #expect(told.events.last == .stored([comparison.id]))
  }

  @Test("a store that is closed, or a file that is gone, loses nothing")
  func closed() async throws {
    store.close()
    let matching = makePitchMatching()
    await recorder.store(matching)
    await recorder.flushed()
    #expect(
      told.events.first == .failed(.contextUnavailable(.closed), id: matching.id, isInFile: true))
    #expect(told.events.last == .waiting(count: 1, path: places.files[0].path))
  }

  @Test("what was deleted with everything else does not come back")
  func forgets() async throws {
    try refuseWriting(true)
    await recorder.store(makeComparison())
    try refuseWriting(false)
    let deletion = try await withCheckedContinuation { continuation in
      recorder.reset { continuation.resume(returning: $0) }
    }.get()
    #expect(deletion.records?.counts[.comparison] == 1, "it is in the backup")
    await recorder.flushed()
    #expect(try store.comparisonCount() == 0)
    #expect(recorder.unstored.isEmpty)
  }

  @Test("the run is stored with the first of its results, also by way of a recovery file")
  func run() async throws {
    let run = makeRun()
    recorder.run = run
    let first = makeComparison(context: makeContext(run: run.id))
    try refuseWriting(true)
    await recorder.store(first)
    #expect(try RecoveryFile(places.files[0]).lineCount() == 1)
    await recorder.flushed()
    try refuseWriting(false)
    #expect(store.recover(places) == [.recovered(count: 1, path: places.files[0].path)])
    #expect(try store.contents.runs == [run])
    let second = makeComparison(context: makeContext(run: run.id))
    try store.execute("DELETE FROM trainingRun")
    await recorder.store(second)
    #expect(try store.contents.runs == [run])
  }

  @Test("a result is taken back in the history, or where it waits for it")
  func withdraws() async throws {
    let safe = makeComparison()
    await recorder.store(safe)
    #expect(await recorder.takeBack(safe))
    #expect(try store.recordCounts() == RecordCounts(comparisons: 0, matchings: 0, withdrawn: 1))

    let waiting = makeComparison()
    try refuseWriting(true)
    await recorder.store(waiting)
    #expect(await recorder.takeBack(waiting))
    await recorder.flushed()
    try refuseWriting(false)
    _ = store.recover(places)
    #expect(try store.recordCounts() == RecordCounts(comparisons: 0, matchings: 0, withdrawn: 2))
  }

  /// A disk that hangs until it is released.
  private func hang() -> DispatchSemaphore {
    let gate = DispatchSemaphore(value: 0)
    let queue = store.queue
    let hangs = DispatchSemaphore(value: 0)
    let thread = Thread {
      queue.inDatabase { _ in
        hangs.signal()
        gate.wait()
      }
    }
    thread.start()
    hangs.wait()
    return gate
  }

  @Test("a save that hangs blocks nobody; the end waits some seconds, then a file has the result")
  func hangs() async throws {
    let clock = ManualClock()
    let recorder = HistoryRecorder(store: store, places: places, clock: clock) { told.receive($0) }
    let run = makeRun()
    recorder.run = run
    let gate = hang()
    let results: [CompletedTrial] = [
      makeComparison(context: makeContext(run: run.id)),
      makePitchMatching(context: makeContext(run: run.id)),
    ]
    var done = 0
    for result in results { recorder.receive(result) { done += 1 } }
    recorder.endSoon()
    #expect(done == 0)
    await settle()
    clock.advance(by: .seconds(5))
    try await wait(for: "the file") { done == 2 }
    #expect(results.allSatisfy { !recorder.isStored($0.id) } && !recorder.isHanging)
    let last = try #require(told.events.last)
    #expect(places.files.contains { last == .waiting(count: 2, path: $0.path) })
    // The end of the run waits for nothing more.
    recorder.flush { done += 1 }
    #expect(done == 3)
    gate.signal()
    await recorder.settle()
    #expect(results.allSatisfy { recorder.isStored($0.id) } && done == 3)
    _ = store.recover(places)
    #expect(try store.recordCounts() == RecordCounts(comparisons: 1, matchings: 1))
  }

  @Test("an answer that is taken back while the disk hangs is taken back by way of a file")
  func hangingWithdrawal() async throws {
    let clock = ManualClock()
    let recorder = HistoryRecorder(store: store, places: places, clock: clock) { told.receive($0) }
    let (former, last) = (makeComparison(), makeComparison())
    await recorder.store(former)
    let gate = hang()
    recorder.receive(last)
    var outcomes: [Bool] = []
    for answer in [former, last] { recorder.withdraw(answer) { outcomes.append($0) } }
    recorder.endSoon()
    await settle()
    clock.advance(by: .seconds(5))
    try await wait(for: "the file") { outcomes == [true, true] }
    // What the history knows of the late save does not count: the file alone has to be enough.
    let written = places.files.first { $0.isThere }
    let file = try #require(written)
    let lines = try String(contentsOf: file, encoding: .utf8)
    gate.signal()
    await recorder.settle()
    let other = try TrainingDataStore(
      url: directory.url.appendingPathComponent("other/training.sqlite"))
    try other.save([RecordedResult(former)])
    let place = RecoveryPaths(
      database: directory.url.appendingPathComponent("other/training.sqlite"), environment: [:])
    try lines.write(to: place.files[0], atomically: true, encoding: .utf8)
    #expect(other.recover(place) == [.recovered(count: 1, path: place.files[0].path)])
    #expect(try other.recordCounts() == RecordCounts(comparisons: 0, matchings: 0, withdrawn: 2))
    other.close()
  }

  /// A timer that calls at once when the test asks for it.
  @MainActor
  private final class HandTimer: TrialTimer {
    private var end: (() -> Void)?

    func start(after _: Duration, then end: @escaping () -> Void) { self.end = end }
    func stop() { end = nil }

    func ring() {
      let due = end
      end = nil
      due?()
    }
  }

  private struct HandClock: TrialClock {
    let byHand: HandTimer

    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }
    func sleep(until _: ContinuousClock.Instant, tolerance _: Duration?) async throws {}
    func timer() -> any TrialTimer { byHand }
  }

  @Test("if neither the history nor a file answers, the end says so and reports the lines")
  func hangsToTheEnd() async throws {
    let timer = HandTimer()
    let recorder = HistoryRecorder(
      store: store, places: places, clock: HandClock(byHand: timer)
    ) { told.receive($0) }
    let former = makeComparison()
    await recorder.store(former)
    let gate = hang()
    let result = makeComparison()
    var (isDone, isTakenBack) = (false, true)
    recorder.receive(result) { isDone = true }
    recorder.withdraw(former) { isTakenBack = $0 }
    recorder.endSoon()
    timer.ring()
    #expect(!isDone && !recorder.isHanging)
    // No file has answered: nothing else comes to the main thread meanwhile.
    timer.ring()
    #expect(isDone && !isTakenBack && recorder.isHanging)
    var withdrawn = RecordedResult(former)
    withdrawn.withdraw()
    #expect(
      told.events == [
        .failed(.saveFailed(.hanging), id: result.id, isInFile: false),
        .withdrawalFailed(.saveFailed(.hanging), id: former.id),
        .unsaved(lines: [RecordedResult(result), withdrawn].map(RecordLine.text)),
      ])
    gate.signal()
    await recorder.settle()
    #expect(!recorder.isHanging)
  }

  @Test("if no file takes the results of a disk that hangs, their lines are reported")
  func hangsEverywhere() async throws {
    for url in places.files {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    let clock = ManualClock()
    let recorder = HistoryRecorder(store: store, places: places, clock: clock) { told.receive($0) }
    let gate = hang()
    let result = makeComparison()
    var isDone = false
    recorder.receive(result) { isDone = true }
    recorder.endSoon()
    await settle()
    clock.advance(by: .seconds(5))
    try await wait(for: "the end") { isDone }
    #expect(
      told.events == [
        .failed(.saveFailed(.hanging), id: result.id, isInFile: false),
        .unsaved(lines: [RecordLine.text(of: RecordedResult(result))]),
      ])
    gate.signal()
    await recorder.settle()
  }

  @Test("a time that no record may have is the nearest one, which is said once")
  func clock() async throws {
    for _ in 0..<2 {
      let result = makeComparison(at: Date(timeIntervalSince1970: -60))
      await recorder.store(result)
      #expect(recorder.isStored(result.id))
    }
    #expect(told.events == [.timeLimited(Date(timeIntervalSince1970: 0))])
  }

  @Test("a path of any length has its places elsewhere")
  func longPath() async throws {
    // Nothing can be written beside it.
    try Data().write(to: directory.url.appendingPathComponent("folder"))
    let database = directory.url.appendingPathComponent(
      String(repeating: "folder/", count: 41) + "t.sqlite")
    #expect(database.path.utf8.count > 290)
    let places = RecoveryPaths(
      database: database, environment: ["XDG_STATE_HOME": directory.url.path])
    let told = told
    let recorder = HistoryRecorder(store: store, places: places) { told.receive($0) }
    try refuseWriting(true)
    let result = makeComparison()
    await recorder.store(result)
    await recorder.flushed()
    #expect(
      told.events == [
        .failed(.saveFailed(.readOnly), id: result.id, isInFile: true),
        .waiting(count: 1, path: places.files[1].path),
      ])
    try refuseWriting(false)
    #expect(store.recover(places) == [.recovered(count: 1, path: places.files[1].path)])
  }
}
