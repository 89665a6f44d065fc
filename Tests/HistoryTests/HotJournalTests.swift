import Files
import Foundation
import GRDB
import Testing
import Training

@testable import History

/// Whoever is killed while storing leaves a journal behind.
@MainActor
@Suite("A save that was interrupted")
struct HotJournalTests {
  let directory: TemporaryDirectory
  let crashed: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    crashed = try TemporaryDirectory()
    let store = try TrainingDataStore(url: directory.database)
    for second in 0..<60 { try store.save(makeComparison(at: tenOClock + Double(second))) }
    // The files as a kill in the middle of a large transaction leaves them.
    try store.queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE")
      for second in 100..<600 {
        try RecordedResult(makeComparison(at: tenOClock + Double(second))).insert(database)
      }
      for (from, to) in [
        (directory.database, crashed.database), (directory.journal, crashed.journal),
      ] {
        try FileManager.default.copyItem(at: from, to: to)
      }
      try database.execute(sql: "ROLLBACK")
    }
    store.close()
  }

  @Test("is undone by the next start, which says so")
  func opening() throws {
    #expect((FileStatus(crashed.journal.path)?.size ?? 0) > 0)
    let store = try TrainingDataStore(url: crashed.database)
    #expect(store.wasInterrupted)
    #expect(try store.comparisonCount() == 60)
    #expect(try store.integrityCheck().isEmpty)
    store.close()
    #expect(crashed.names == ["training.sqlite"])
    let again = try TrainingDataStore(url: crashed.database)
    #expect(!again.wasInterrupted)
  }

  @Test("is undone before a backup takes the place of the history, which is whole at any moment")
  func restoring() async throws {
    let backup = directory.url.appendingPathComponent("backup.sqlite")
    try TrainingDataStore(url: directory.database).backUp(to: backup)
    let summary = try await HistoryRestore(backup, to: crashed.database).run()
    let former = try #require(summary.setAside.first)
    #expect(summary.setAside.count == 1 && crashed.names.count == 2)
    let store = try TrainingDataStore(url: URL(fileURLWithPath: former))
    #expect(try !store.wasInterrupted && store.comparisonCount() == 60)
    #expect(try store.integrityCheck().isEmpty)
  }

  @Test("is undone by whoever reads, which says so")
  func reading() throws {
    let store = try TrainingDataStore.onlyForReading(crashed.database)
    #expect(store.wasInterrupted)
    #expect(try store.comparisonCount() == 60)
    store.close()
    #expect(crashed.names == ["training.sqlite"])
  }

  @Test("that has left an index without some results is damage, for readers and for a training")
  func incompleteIndex() async throws {
    try TrainingDataStore.onlyForReading(crashed.database).close()
    func execute(_ sql: String) throws {
      let queue = try DatabaseQueue(path: crashed.database.path)
      try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      try queue.close()
    }
    try execute(
      """
      PRAGMA writable_schema = ON;
      CREATE TABLE former AS SELECT * FROM sqlite_schema WHERE name = 'result_timestamp';
      DELETE FROM sqlite_schema WHERE name = 'result_timestamp'
      """)
    let former = try DatabaseQueue(path: crashed.database.path)
    try await former.write { try RecordedResult(makeComparison()).insert($0) }
    try former.close()
    try execute(
      """
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema SELECT * FROM former;
      DROP TABLE former
      """)
    // A journal that undoes nothing.
    func interrupt() throws { try Data(count: 512).write(to: crashed.journal) }
    try interrupt()
    let store = try await TrainingDataStore.opened(at: crashed.database)
    #expect(store.wasInterrupted)
    #expect(await !store.isSound())
    store.close()
    try interrupt()
    #expect(throws: DataStoreError.contextUnavailable(.corrupt)) {
      try TrainingDataStore.onlyForReading(crashed.database)
    }
  }

  @Test("is no interruption while it goes on")
  func writing() throws {
    let store = try TrainingDataStore(url: directory.database)
    try store.queue.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN IMMEDIATE")
      try RecordedResult(makeComparison()).insert(database)
      #expect(directory.journal.isThere)
      let reader = try TrainingDataStore.onlyForReading(directory.database)
      #expect(!reader.wasInterrupted)
      #expect(try reader.comparisonCount() == 60)
      reader.close()
      try database.execute(sql: "ROLLBACK")
    }
  }

  @Test("whose journal is damaged is never passed over in silence", arguments: 0..<60)
  func damaged(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var journal = [UInt8](try Data(contentsOf: crashed.journal))
    // The header, or anywhere.
    let place = Int.random(in: 0..<(seed % 2 == 0 ? 28 : journal.count), using: &random)
    journal[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    try Data(journal).write(to: crashed.journal)
    do {
      let store = try TrainingDataStore.onlyForReading(crashed.database)
      #expect(store.wasInterrupted)
      store.close()
    } catch DataStoreError.contextUnavailable(let fault) {
      #expect(fault == .corrupt || fault == .notADatabase)
    }
  }
}
