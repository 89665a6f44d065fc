import Foundation
import GRDB
import Testing

@testable import History

extension DatabaseMigrator {
  struct Interruption: Error {}

  /// What a next version of Peach might do: it rebuilds a table.
  ///
  /// - Parameter isInterrupted: whether it fails on the way.
  static func nextVersion(isInterrupted: Bool = false) -> DatabaseMigrator {
    var migrator = Schema.migrator
    Schema.register(
      2, "notes",
      { database in
        try database.execute(
          sql: """
            CREATE TABLE rebuilt AS SELECT *, 1 AS note FROM comparisonRecord;
            DROP TABLE comparisonRecord;
            """)
        if isInterrupted { throw Interruption() }
        try database.execute(sql: "ALTER TABLE rebuilt RENAME TO comparisonRecord")
      }, in: &migrator)
    return migrator
  }
}

@MainActor
@Suite("An update of the database")
struct MigrationTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("one that fails on the way leaves everything as it was; the next completes it")
  func interrupted() throws {
    let store = try TrainingDataStore(url: directory.database)
    for _ in 0..<5 { try store.save(makeComparison()) }
    let records = try store.allComparisons()
    store.close()

    #expect(throws: DatabaseMigrator.Interruption.self) {
      try DatabaseFile(
        url: directory.database, busyTimeout: 1, migrator: .nextVersion(isInterrupted: true)
      ).open()
    }
    let old = try TrainingDataStore(url: directory.database)
    #expect(try old.allComparisons() == records)
    #expect(try old.pragma("user_version") == "1")
    old.close()

    let queue = try DatabaseFile(
      url: directory.database, busyTimeout: 1, migrator: .nextVersion()
    ).open()
    #expect(try queue.read { try Schema.version(of: $0) } == 2)
    #expect(
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM comparisonRecord") } == 5)
    try queue.close()
    #expect(openingFault(directory.database) == .newerVersion(found: 2, known: 1))
  }

  @Test("an older version is read in a copy, and stays as it is")
  func readingOnly() throws {
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    store.close()
    let before = try Data(contentsOf: directory.database)
    let (queue, copy) = try DatabaseFile(
      url: directory.database, busyTimeout: 1, migrator: .nextVersion()
    ).openForReading()
    #expect(try queue.read { try Schema.version(of: $0) } == 2)
    #expect(
      try queue.read { try Int.fetchOne($0, sql: "SELECT note FROM comparisonRecord") } == 1)
    try queue.close()
    withExtendedLifetime(copy) {}
    #expect(try Data(contentsOf: directory.database) == before)
    #expect(directory.names == ["training.sqlite"])
  }
}
