import Files
import Foundation
import GRDB
import Testing
import Training

@testable import History

@MainActor
@Suite("Faults while the store is open")
struct FaultTests {
  let directory: TemporaryDirectory
  let store: TrainingDataStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try TrainingDataStore(url: directory.database, busyTimeout: 0.01)
  }

  @Test("a database that another process writes to is locked after the timeout, then free again")
  func locked() throws {
    let other = try makeConnection(directory.database)
    try other.writeWithoutTransaction { database in
      try database.beginTransaction(.immediate)
      #expect(throws: DataStoreError.saveFailed(.locked)) { try store.save(makeComparison()) }
      #expect(throws: DataStoreError.deleteFailed(.locked)) { try store.reset() }
      #expect(try store.comparisonCount() == 0, "reading goes on")
      try database.rollback()
    }
    try store.save(makeComparison())
    #expect(try store.comparisonCount() == 1)
  }

  @Test("a new file that another process is filling is locked after the timeout")
  func lockedAtOpening() throws {
    let url = directory.url.appendingPathComponent("new.sqlite")
    let other = try makeConnection(url)
    try other.writeWithoutTransaction { database in
      try database.beginTransaction(.exclusive)
      #expect(openingFault(url) == .locked)
      try database.rollback()
    }
  }

  @Test("a full disk stores nothing of the record")
  func diskFull() throws {
    // The pragma never goes below the present size, so that the next page is one too many.
    _ = try store.pragma("max_page_count = 1")
    let failure = #expect(throws: DataStoreError.self) {
      for _ in 0..<1000 { try store.save(makeComparison()) }
    }
    #expect(failure == .saveFailed(.diskFull))
    let count = try store.comparisonCount()
    _ = try store.pragma("max_page_count = 1000000")
    try store.save(makeComparison())
    #expect(try store.comparisonCount() == count + 1)
    #expect(try store.integrityCheck().isEmpty)
  }

  @Test("a database that has become read-only refuses to save and to delete")
  func readOnly() throws {
    try store.save(makeComparison())
    try store.queue.inDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
    #expect(throws: DataStoreError.saveFailed(.readOnly)) { try store.save(makeComparison()) }
    #expect(throws: DataStoreError.deleteFailed(.readOnly)) { try store.reset() }
  }

  @Test("a file that was deleted or replaced takes no more records")
  func replaced() throws {
    try store.save(makeComparison())
    let path = directory.database.path
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    #expect(throws: DataStoreError.saveFailed(.fileReplaced(path: path))) {
      try store.save(makeComparison())
    }
    try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
    try store.save(makeComparison())
    #expect(try store.comparisonCount() == 2)
  }

  @Test("a table that is gone is said in SQLite's words")
  func missingTable() throws {
    try store.execute("DROP TABLE result")
    #expect(
      throws: DataStoreError.saveFailed(.other(message: "no such table: main.result"))
    ) {
      try store.save(makeComparison())
    }
    #expect(throws: DataStoreError.fetchFailed(.other(message: "no such table: main.result"))) {
      try store.comparisonCount()
    }
  }

  @Test("a closed store does nothing more")
  func closed() throws {
    let comparison = makeComparison()
    try store.save(comparison)
    store.close()
    store.close()
    let expected = DataStoreError.contextUnavailable(.closed)
    #expect(throws: expected) { try store.save(comparison) }
    #expect(throws: expected) { try store.save(makePitchMatching()) }
    #expect(throws: expected) { try store.withdraw(id: comparison.id) }
    #expect(throws: expected) { try store.reset() }
    #expect(throws: expected) { try store.pages() }
    #expect(throws: expected) { try store.pitchMatchingCount() }
    #expect(throws: expected) { try store.integrityCheck() }
    #expect(expected.cause == .closed)
  }
}

/// The errors of SQLite in folders that cannot do what it needs. To make one, it would take such a file system.
@Suite("A folder that lacks something is told as one")
struct UnsuitableFolderTests {
  private func fault(_ code: ResultCode, hasLocks: Bool) -> DataStoreFault {
    DataStoreFault(DatabaseError(resultCode: code, message: "words"), path: "/folder/d.sqlite") {
      #expect($0 == "/folder")
      return hasLocks
    }
  }

  @Test("a file that cannot be locked is not one that another program has locked")
  func locks() {
    #expect(fault(.SQLITE_BUSY, hasLocks: false) == .folderWithoutLocks(path: "/folder"))
    #expect(fault(.SQLITE_BUSY, hasLocks: true) == .locked)
  }
}
