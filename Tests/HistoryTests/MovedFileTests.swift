import Files
import Foundation
import GRDB
import Testing

@testable import History

/// Each case does to the file of an open history what a musician, a script or a tool might do.
@MainActor
@Suite("The history changes under a store that has it open")
struct MovedFileTests {
  enum Harm: String, CaseIterable, CustomTestStringConvertible {
    case truncated, emptied, overwritten, rolledBack, replaced, deleted, moved

    var testDescription: String { rawValue }
  }

  let directory: TemporaryDirectory
  let store: TrainingDataStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try TrainingDataStore(url: directory.database)
    for second in 1...5 { try store.save(makeComparison(at: tenOClock + Double(second))) }
  }

  private var fault: DataStoreFault { .fileReplaced(path: directory.database.path) }

  private func harm(_ harm: Harm) throws {
    let path = directory.database.path
    let other = try TemporaryDirectory()
    let foreign = try TrainingDataStore(url: other.database)
    try foreign.save(makeComparison())
    foreign.close()
    switch harm {
    case .truncated: truncate(path, 4096)
    case .emptied: truncate(path, 0)
    case .overwritten: try overwrite(directory.database, with: try Data(contentsOf: other.database))
    case .rolledBack:
      let older = try Data(contentsOf: directory.database)
      try store.save(makeComparison(at: tenOClock + 30))
      try overwrite(directory.database, with: older)
    case .replaced:
      unlink(path)
      try FileManager.default.copyItem(at: other.database, to: directory.database)
    case .deleted: unlink(path)
    case .moved: rename(path, path + ".away")
    }
  }

  /// As `cp` does: the file stays the same one.
  private func overwrite(_ file: URL, with bytes: Data) throws {
    let descriptor = open(file.path, O_WRONLY | O_TRUNC)
    try #require(descriptor >= 0)
    bytes.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
    // Not closed: that would drop the locks that SQLite holds in this process.
  }

  @Test("the next result is not said to be safe, nor any after it", arguments: Harm.allCases)
  func refused(harm: Harm) throws {
    try self.harm(harm)
    for _ in 1...3 {
      #expect(
        throws: DataStoreError.saveFailed(fault)
      ) { try store.save(makeComparison()) }
    }
    store.close()
  }

  @Test("what a run has stored is added to the history that a link puts in the place of its own")
  func linkInItsPlace() async throws {
    let recorder = HistoryRecorder(store: store, places: directory.recoveryPlaces) { _ in }
    await recorder.store(makeComparison())
    let other = try TemporaryDirectory()
    try TrainingDataStore(url: other.database).close()
    unlink(directory.database.path)
    try FileManager.default.createSymbolicLink(
      at: directory.database, withDestinationURL: other.database)
    await recorder.store(makeComparison())
    await recorder.flushed()
    store.close()
    let linked = try TrainingDataStore(url: directory.database)
    let recoveries = linked.recover(directory.recoveryPlaces)
    #expect(recoveries == [.recovered(count: 2, path: directory.database.path + ".recovery.jsonl")])
    #expect(try linked.comparisonCount() == 2)
    linked.close()
  }

  @Test("no result of the run is lost: a recovery file has them all", arguments: Harm.allCases)
  func recovered(harm: Harm) async throws {
    var events: [SavingEvent] = []
    let recorder = HistoryRecorder(store: store, places: directory.recoveryPlaces) {
      events.append($0)
    }
    let results = (1...4).map { makeComparison(at: tenOClock + 60 * Double($0)) }
    for result in results.prefix(2) { await recorder.store(result) }
    #expect(recorder.isStored(results[1].id))
    try self.harm(harm)
    for result in results.suffix(2) { await recorder.store(result) }
    #expect(!recorder.isStored(results[2].id))
    await recorder.flushed()
    let failed = events.first {
      if case .failed = $0 { true } else { false }
    }
    #expect(failed == .failed(.saveFailed(fault), id: results[2].id, isInFile: true))
    let file = directory.recoveryPlaces.files[0]
    #expect(events.last == .waiting(count: 4, path: file.path))
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(
      lines.map(String.init)
        == results.map { RecordLine.text(of: RecordedResult($0)) })
    store.close()
  }

  @Test(
    "what others do to the history by its rules, or what does no harm, stops nothing",
    arguments: ["other", "reader", "mode", "link", "moved", "aborted", "vacuum"])
  func harmless(event: String) throws {
    let path = directory.database.path
    let other = try makeConnection(directory.database)
    switch event {
    case "other":
      let second = try TrainingDataStore(url: directory.database)
      for _ in 1...5 {
        try second.save(makeComparison())
        try store.save(makeComparison())
      }
      second.close()
    case "reader": _ = try TrainingDataStore.onlyForReading(directory.database).recordCounts()
    case "mode": chmod(path, 0o640)
    case "link": link(path, path + ".link")
    case "moved":
      rename(path, path + ".away")
      #expect(throws: DataStoreError.self) { try store.save(makeComparison()) }
      rename(path + ".away", path)
    case "aborted":
      struct Aborted: Error {}
      try? other.write {
        try $0.execute(sql: "PRAGMA cache_size = 1; CREATE TABLE large (bytes BLOB)")
        for _ in 1...100 { try $0.execute(sql: "INSERT INTO large VALUES (zeroblob(9000))") }
        throw Aborted()
      }
    default: try other.vacuum()
    }
    for _ in 1...3 { try store.save(makeComparison()) }
    try other.close()
    store.close()
    let again = try TrainingDataStore(url: directory.database)
    #expect(try again.comparisonCount() >= 8)
    #expect(try again.integrityCheck().isEmpty)
  }

  @Test("what another Peach deletes does not count as replaced, and does not come back")
  func resetElsewhere() async throws {
    var events: [SavingEvent] = []
    let recorder = HistoryRecorder(store: store, places: directory.recoveryPlaces) {
      events.append($0)
    }
    await recorder.store(makeComparison())
    _ = try store.hasChangedElsewhere()
    let other = try TrainingDataStore(url: directory.database)
    #expect(try other.reset()?.counts[.comparison] == 6)
    #expect(try store.hasChangedElsewhere())
    recorder.forgetDeleted()
    await recorder.settle()
    let later = makeComparison()
    await recorder.store(later)
    #expect(events.isEmpty && recorder.isStored(later.id))
    #expect(try store.comparisonCount() == 1)
    other.close()

    try harm(.replaced)
    let last = makeComparison()
    await recorder.store(last)
    #expect(recorder.unstored == [later.id, last.id])
    store.close()
  }

  @Test(
    "a history behind a link is watched where it is, and so is the link", arguments: [true, false])
  func linked(isLinkChanged: Bool) throws {
    let place = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      at: place.database, withDestinationURL: directory.database)
    let linked = try TrainingDataStore(url: place.database)
    try linked.save(makeComparison())
    let other = try TemporaryDirectory()
    try TrainingDataStore(url: other.database).close()
    if isLinkChanged {
      unlink(place.database.path)
      try FileManager.default.createSymbolicLink(
        at: place.database, withDestinationURL: other.database)
    } else {
      try harm(.replaced)
    }
    #expect(throws: DataStoreError.saveFailed(.fileReplaced(path: place.database.path))) {
      try linked.save(makeComparison())
    }
    linked.close()
    store.close()
  }

  @Test("results that a replaced history no longer holds are added to the one in its place")
  func replacedAndRecovered() async throws {
    let places = directory.recoveryPlaces
    let recorder = HistoryRecorder(store: store, places: places) { _ in }
    await recorder.store(makeComparison(at: tenOClock + 60))
    try harm(.replaced)
    await recorder.store(makeComparison(at: tenOClock + 120))
    await recorder.flushed()
    store.close()
    let again = try TrainingDataStore(url: directory.database)
    #expect(again.recover(places) == [.recovered(count: 2, path: places.files[0].path)])
    #expect(try again.comparisonCount() == 3)
    again.close()
  }

  @Test("a backup put over an open history is not written to when the store closes")
  func backupStays() throws {
    let other = try TemporaryDirectory()
    let foreign = try TrainingDataStore(url: other.database)
    try foreign.save(makeComparison())
    foreign.close()
    let backup = try Data(contentsOf: other.database)
    try overwrite(directory.database, with: backup)
    store.close()
    #expect(try Data(contentsOf: directory.database) == backup)
  }
}
