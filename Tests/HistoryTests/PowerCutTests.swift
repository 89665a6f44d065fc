import EarlierVersions
import Foundation
import GRDB
import PowerCut
import Testing
import Training

@testable import History

/// One log of the disk at a time.
@MainActor
@Suite("The power is cut", .serialized)
struct PowerCutTests {
  let directory: TemporaryDirectory
  let scratch: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    scratch = try TemporaryDirectory()
  }

  @Test("at any moment: what was saved is there, once, and the history is sound")
  func anyMoment() throws {
    var random = SeededGenerator(seed: 1)
    var trial = PowerCutTrial(directory: directory.url)
    try trial.store(40)
    try trial.store(60)
    let outcome = try trial.cut(times: 40, in: scratch.url, random: &random)
    var expected = PowerCutTrial.Outcome()
    expected.cuts = 40
    #expect(outcome == expected)
  }

  @Test("a disk that lies about its syncs does lose results: the cuts above mean something")
  func lyingDisk() throws {
    var random = SeededGenerator(seed: 2)
    var trial = PowerCutTrial(directory: directory.url)
    try trial.store(60)
    let outcome = try trial.cut(
      times: 20, ignoringSyncs: true, in: scratch.url, random: &random)
    #expect(outcome.lost > 0)
  }

  @Test("a store that did not wait for the disk would lose results")
  func carelessStore() throws {
    var random = SeededGenerator(seed: 3)
    var trial = PowerCutTrial(directory: directory.url)
    try trial.store(60) { store in
      try store.queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    }
    let outcome = try trial.cut(times: 20, in: scratch.url, random: &random)
    #expect(outcome.lost > 0)
  }

  @Test(
    "a disk that fails at any moment: what was saved is there, once, and the rest follows",
    arguments: [13, 10, 10 | 4 << 8, 10 | 3 << 8])
  func failingDisk(code: Int) async throws {
    let log = DiskLog(directory: directory.url.resolvingSymlinksInPath())
    defer { log.end() }
    let url = directory.url.resolvingSymlinksInPath().appendingPathComponent("training.sqlite")
    let store = try TrainingDataStore(url: url)
    let told = HistoryRecorderTests.Told()
    let recorder = HistoryRecorder(store: store, places: directory.recoveryPlaces) {
      told.receive($0)
    }
    var all: [UUID] = []
    for operations in 0..<8 {
      for _ in 0..<4 {
        log.fail(after: operations, code: Int32(code))
        let failing = makeComparison()
        await recorder.store(failing)
        log.fail(after: nil)
        let following = makePitchMatching()
        await recorder.store(following)
        #expect(recorder.isStored(failing.id))
        #expect(recorder.isStored(following.id))
        all += [failing.id, following.id]
      }
    }
    let failures = told.events.count { if case .failed = $0 { true } else { false } }
    #expect(failures >= 8)
    await recorder.flushed()
    store.close()
    let next = try TrainingDataStore(url: url)
    #expect(next.recover(directory.recoveryPlaces).isEmpty)
    let stored = try next.allComparisons().map(\.id) + next.allPitchMatchings().map(\.id)
    #expect(stored.count == all.count)
    #expect(Set(stored) == Set(all))
    #expect(try next.integrityCheck().isEmpty)
    next.close()
  }

  @Test(
    "in the middle of an update: the history is the old one or the new one, whole", arguments: 1...4
  )
  func migration(version: Int) throws {
    var random = SeededGenerator(seed: UInt64(version))
    let directory = directory.url.resolvingSymlinksInPath()
    let url = directory.appendingPathComponent("training.sqlite")
    let log = DiskLog(directory: directory)
    let queue = try EarlierVersion.make(version, at: url)
    let results = (0..<50).map { RecordedResult(makeComparison(at: tenOClock + Double($0))) }
    try EarlierVersion.store(results, in: queue)
    try queue.close()
    let start = log.position
    let store = try TrainingDataStore(url: url)
    store.close()
    log.end()
    #expect(log.position > start)

    try log.cutPower(times: 30, from: start, in: scratch.url, random: &random) { remains, _ in
      let url = remains.appendingPathComponent("training.sqlite")
      let found = try makeConnection(url)
      let isNew = try found.read { try Schema.version(of: $0) } == Schema.version
      #expect(try found.read { try !$0.tableExists(isNew ? "comparisonRecord" : "result") })
      try found.close()
      let store = try TrainingDataStore(url: url)
      #expect(try store.allComparisons() == results)
      #expect(try store.integrityCheck().isEmpty)
      store.close()
    }
  }
}
