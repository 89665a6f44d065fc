import Files
import Foundation
import GRDB
import Testing

@testable import History

/// Each case does to the files of an open history what a musician, a script or a tool might do.
@MainActor
@Suite("The history changes under a store that has it open")
struct OpenFilesTests {
  enum Harm: String, CaseIterable, CustomTestStringConvertible {
    case logDeleted, logTruncated, logOverwritten, logCopied, logPatched
    case indexDeleted, indexTruncated
    case databaseTruncated, databaseEmptied, databaseOverwritten, databaseReplaced, databasePatched

    var testDescription: String { rawValue }

    /// The end of the name of the file that is named.
    var part: String {
      rawValue.hasPrefix("log") ? "-wal" : rawValue.hasPrefix("index") ? "-shm" : ""
    }
  }

  let directory: TemporaryDirectory
  let store: TrainingDataStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try TrainingDataStore(url: directory.database)
    for second in 1...5 { try store.save(makeComparison(at: tenOClock + Double(second))) }
  }

  /// The file that is named. SQLite keeps its files beside the database itself, behind all links.
  private func fault(of harm: Harm) -> DataStoreFault {
    let path = directory.database.path
    return .fileReplaced(path: harm.part.isEmpty ? path : FilePlace(path).path + harm.part)
  }

  private var index: URL { directory.url.appendingPathComponent("training.sqlite-shm") }

  private func harm(_ harm: Harm) throws {
    let other = try TemporaryDirectory()
    let foreign = try TrainingDataStore(url: other.database)
    try foreign.save(makeComparison())
    switch harm {
    case .logDeleted: unlink(directory.log.path)
    case .logTruncated: truncate(directory.log.path, 0)
    case .logOverwritten: try overwrite(directory.log, with: Data(repeating: 0xA5, count: 40000))
    case .logCopied: try overwrite(directory.log, with: try Data(contentsOf: other.log))
    case .logPatched: try patch(directory.log, at: 5000)
    case .indexDeleted: unlink(index.path)
    case .indexTruncated: truncate(index.path, 0)
    case .databaseTruncated: truncate(directory.database.path, 4096)
    case .databaseEmptied: truncate(directory.database.path, 0)
    case .databaseOverwritten:
      foreign.close()
      try overwrite(directory.database, with: try Data(contentsOf: other.database))
    case .databaseReplaced:
      foreign.close()
      unlink(directory.database.path)
      try FileManager.default.copyItem(at: other.database, to: directory.database)
    case .databasePatched: try patch(directory.database, at: 6000)
    }
  }

  /// As `cp` does: the file stays the same one.
  private func overwrite(_ file: URL, with bytes: Data) throws {
    let descriptor = open(file.path, O_WRONLY | O_TRUNC)
    try #require(descriptor >= 0)
    bytes.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
    // Not closed: that would drop the locks that SQLite holds in this process.
    let later = [
      timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2), timespec(tv_sec: 2_000_000_000, tv_nsec: 0),
    ]
    futimens(descriptor, later)
  }

  private func patch(_ file: URL, at place: Int) throws {
    let descriptor = open(file.path, O_RDWR)
    try #require(descriptor >= 0)
    var bytes: UInt64 = 0x5A5A_5A5A_5A5A_5A5A
    pwrite(descriptor, &bytes, 8, off_t(place))
    let later = [
      timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2), timespec(tv_sec: 2_000_000_000, tv_nsec: 0),
    ]
    futimens(descriptor, later)
  }

  @Test("the next result is not said to be safe, nor any after it", arguments: Harm.allCases)
  func refused(harm: Harm) throws {
    try self.harm(harm)
    for _ in 1...3 {
      #expect(
        throws: DataStoreError.saveFailed(fault(of: harm))
      ) { try store.save(makeComparison()) }
    }
    store.close()
  }

  @Test("no result of the run is lost: a recovery file has them all", arguments: Harm.allCases)
  func recovered(harm: Harm) throws {
    var events: [SavingEvent] = []
    let recorder = HistoryRecorder(store: store, places: directory.recoveryPlaces) {
      events.append($0)
    }
    let results = (1...4).map { makeComparison(at: tenOClock + 60 * Double($0)) }
    for result in results.prefix(2) { recorder.receive(.comparison(result)) }
    #expect(recorder.isStored(results[1].id))
    try self.harm(harm)
    for result in results.suffix(2) { recorder.receive(.comparison(result)) }
    #expect(!recorder.isStored(results[2].id))
    recorder.flush()
    #expect(
      events.first == .failed(.saveFailed(fault(of: harm)), id: results[2].id, isInFile: true))
    let file = directory.recoveryPlaces.files[0]
    #expect(events.last == .waiting(count: 4, path: file.path))
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(
      lines.map(String.init)
        == results.map { RecordLine.text(of: RecordedResult(ComparisonRecord($0))) })
    store.close()
  }

  @Test(
    "what happens to the files while others work with them, or does no harm, stops nothing",
    arguments: ["checkpoint", "other", "reader", "mode", "link", "moved", "aborted", "large"])
  func harmless(event: String) throws {
    let path = directory.database.path
    let other = try makeConnection(directory.database)
    switch event {
    case "checkpoint":
      for mode in ["PASSIVE", "FULL", "RESTART", "TRUNCATE"] {
        try other.writeWithoutTransaction {
          try $0.execute(sql: "PRAGMA wal_checkpoint(\(mode))")
        }
        try store.save(makeComparison())
      }
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
    default:
      // Past the size at which SQLite folds the log, more than once.
      for _ in 1...1200 { try store.save(makeComparison()) }
    }
    for _ in 1...3 { try store.save(makeComparison()) }
    try other.close()
    store.close()
    let again = try TrainingDataStore(url: directory.database)
    #expect(try again.comparisonCount() >= 8)
    #expect(try again.integrityCheck().isEmpty)
  }

  @Test("what another Peach deletes does not count as replaced, and does not come back")
  func resetElsewhere() throws {
    var events: [SavingEvent] = []
    let recorder = HistoryRecorder(store: store, places: directory.recoveryPlaces) {
      events.append($0)
    }
    recorder.receive(.comparison(makeComparison()))
    _ = try store.hasChangedElsewhere()
    let other = try TrainingDataStore(url: directory.database)
    #expect(try other.reset()?.counts[.comparison] == 6)
    #expect(try store.hasChangedElsewhere())
    recorder.forgetDeleted()
    let later = makeComparison()
    recorder.receive(.comparison(later))
    #expect(events.isEmpty && recorder.isStored(later.id))
    #expect(try store.comparisonCount() == 1)
    other.close()

    try harm(.databaseReplaced)
    let last = makeComparison()
    recorder.receive(.comparison(last))
    #expect(recorder.unstored == [later.id, last.id])
    store.close()
  }

  @Test(
    "a history behind a link is watched where it is, and so is the link",
    arguments: [Harm.logDeleted, .indexTruncated, .databaseReplaced, nil])
  func linked(harm: Harm?) throws {
    let place = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      at: place.database, withDestinationURL: directory.database)
    let linked = try TrainingDataStore(url: place.database)
    try linked.save(makeComparison())
    let fault: DataStoreFault
    if let harm {
      try self.harm(harm)
      fault = harm.part.isEmpty ? .fileReplaced(path: place.database.path) : self.fault(of: harm)
    } else {
      let other = try TemporaryDirectory()
      try TrainingDataStore(url: other.database).close()
      unlink(place.database.path)
      try FileManager.default.createSymbolicLink(
        at: place.database, withDestinationURL: other.database)
      fault = .fileReplaced(path: place.database.path)
    }
    #expect(throws: DataStoreError.saveFailed(fault)) { try linked.save(makeComparison()) }
    linked.close()
    store.close()
  }

  @Test("the log that a replaced history leaves is not replayed; a restoration goes on without it")
  func replacedAndRestored() async throws {
    let places = directory.recoveryPlaces
    let recorder = HistoryRecorder(store: store, places: places) { _ in }
    recorder.receive(.comparison(makeComparison(at: tenOClock + 60)))
    try harm(.databaseReplaced)
    recorder.receive(.comparison(makeComparison(at: tenOClock + 120)))
    recorder.flush()
    store.close()
    #expect(
      openingFault(directory.database)
        == .foreignLog(path: FilePlace(directory.database.path).path + "-wal"))
    let restored = try await HistoryRestore(directory.database, to: directory.database).run()
    #expect(restored.counts[.comparison] == 1)
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
