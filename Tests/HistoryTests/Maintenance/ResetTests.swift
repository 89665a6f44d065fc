import Foundation
import GRDB
import Testing
import Training

@testable import History

@MainActor
@Suite("The history is reset")
struct ResetTests {
  let directory: TemporaryDirectory
  let store: TrainingDataStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try TrainingDataStore(url: directory.database, busyTimeout: 0.01)
    try store.save(makeComparison())
    try store.save(makePitchMatching())
  }

  @Test("everything is deleted, and all of it is in the backup beside the database")
  func reset() throws {
    let outcome = try #require(try store.reset(at: tenOClock))
    #expect(outcome.counts == RecordCounts(comparisons: 1, matchings: 1))
    #expect(
      outcome.backup.path
        == directory.url.appendingPathComponent("training.before-reset-2026-11-21T100000Z.sqlite")
        .path)
    #expect(try store.recordCounts().total == 0)
    #expect(try TrainingDataStore(url: outcome.backup).recordCounts() == outcome.counts)
    try store.save(makeComparison())
    #expect(try store.comparisonCount() == 1)
  }

  @Test("two in the same second have a backup each")
  func twice() throws {
    let first = try #require(try store.reset(at: tenOClock))
    try store.save(makeComparison())
    let second = try #require(try store.reset(at: tenOClock))
    #expect(first.backup != second.backup)
    #expect(try TrainingDataStore(url: second.backup).recordCounts().total == 1)
  }

  @Test("an empty history is left as it is, without a backup")
  func empty() throws {
    try store.execute("DELETE FROM result")
    #expect(try store.reset() == nil)
    #expect(directory.names.allSatisfy { !$0.contains("before-reset") })
  }

  @Test("one that fails on one row deletes nothing")
  func oneStep() throws {
    try store.execute(
      """
      CREATE TRIGGER guard BEFORE DELETE ON result WHEN old.training = 'matching'
      BEGIN SELECT RAISE(ABORT, 'kept'); END
      """)
    #expect(throws: DataStoreError.deleteFailed(.rejected(message: "kept"))) { try store.reset() }
    #expect(try store.recordCounts().total == 2)
  }

  @Test("without a backup nothing is deleted")
  func noBackup() throws {
    let missing = directory.url.appendingPathComponent("none/backup.sqlite")
    #expect(throws: DataStoreError.deleteFailed(.cannotCreate(path: missing.path))) {
      try store.reset(to: missing)
    }
    #expect(try store.recordCounts().total == 2)
  }

  @Test("while another writes nothing is deleted, nor is there a backup")
  func locked() throws {
    let other = try makeConnection(directory.database)
    try other.writeWithoutTransaction { database in
      try database.beginTransaction(.immediate)
      #expect(throws: DataStoreError.deleteFailed(.locked)) { try store.reset() }
      try database.rollback()
    }
    #expect(try store.recordCounts().total == 2)
    #expect(directory.names.allSatisfy { !$0.contains("before-reset") })
  }

  @Test("a reset that is cancelled after its backup deletes nothing and leaves no backup")
  func cancelled() async throws {
    let names = directory.names
    let work = HistoryReset(of: store, backup: store.resetBackup(at: tenOClock))
    store.cancelTask(before: "DELETE FROM main.result")
    let task = Task { try await work.run() }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(directory.names == names)
    #expect(try store.recordCounts().total == 2)
  }
}
