import Foundation
import GRDB
import Testing

@testable import History

/// What a crash leaves beside a database, and what somebody puts there afterwards.
@MainActor
@Suite("The log that was left behind")
struct LogInspectionTests {
  /// Every file of a folder with its bytes.
  typealias Contents = [String: Data]

  private func contents(_ directory: TemporaryDirectory) throws -> Contents {
    var contents: Contents = [:]
    for name in directory.names {
      contents[name] = try Data(contentsOf: directory.url.appendingPathComponent(name))
    }
    return contents
  }

  /// A history whose process was killed, with the log that it left.
  private func makeCrashed(results: Int, closedBefore: Int = 0) throws -> TemporaryDirectory {
    let place = try TemporaryDirectory()
    if closedBefore > 0 {
      let store = try TrainingDataStore(url: place.database)
      for _ in 0..<closedBefore { try store.save(makeComparison()) }
      store.close()
    }
    let store = try TrainingDataStore(url: place.database)
    for _ in 0..<results { try store.save(makeComparison()) }
    let crashed = try TemporaryDirectory()
    try copyDatabase(from: place, to: crashed)
    return crashed
  }

  /// The file of another history of as many results.
  private func makeFile(results: Int) throws -> Data {
    let place = try makeClosed(results: results)
    return try withExtendedLifetime(place) { try Data(contentsOf: place.database) }
  }

  private func makeClosed(results: Int) throws -> TemporaryDirectory {
    let place = try TemporaryDirectory()
    let store = try TrainingDataStore(url: place.database)
    for _ in 0..<results { try store.save(makeComparison()) }
    store.close()
    return place
  }

  /// Copies a file over the database as `cp` does, and expects that everybody refuses it.
  private func expectRefusal(_ file: URL, over crashed: TemporaryDirectory) throws {
    try expectRefusal(Data(contentsOf: file), over: crashed)
  }

  private func expectRefusal(_ file: Data, over crashed: TemporaryDirectory) throws {
    try file.write(to: crashed.database)
    let before = try contents(crashed)
    #expect(openingFault(crashed.database) == .foreignLog(path: crashed.log.path))
    #expect(
      throws: DataStoreError.contextUnavailable(.foreignLog(path: crashed.log.path))
    ) {
      _ = try TrainingDataStore.onlyForReading(crashed.database)
    }
    #expect(try contents(crashed) == before)
  }

  @Test("a log belongs to its database, wherever both have been moved to")
  func belonging() throws {
    for closed in [0, 300] {
      let crashed = try makeCrashed(results: 20, closedBefore: closed)
      #expect(try LogInspection(path: crashed.database.path).state() == .leftBehind)
      let store = try TrainingDataStore(url: crashed.database)
      #expect(try store.comparisonCount() == closed + 20)
      #expect(try store.integrityCheck().isEmpty)
    }
  }

  @Test("a log of which the database has some pages already belongs to it")
  func partlyFolded() throws {
    let place = try makeCrashed(results: 150, closedBefore: 100)
    for pages in 1...12 {
      let crashed = try TemporaryDirectory()
      try copyDatabase(from: place, to: crashed)
      let whole = try TemporaryDirectory()
      try copyDatabase(from: crashed, to: whole)
      let store = try TrainingDataStore(url: whole.database)
      store.close()
      // The first pages are those of the folded file, the others those of before.
      var bytes = try Data(contentsOf: crashed.database)
      let folded = try Data(contentsOf: whole.database)
      bytes.replaceSubrange(0..<min(pages * 4096, bytes.count), with: folded.prefix(pages * 4096))
      try bytes.write(to: crashed.database)
      #expect(try LogInspection(path: crashed.database.path).state() == .leftBehind)
      #expect(try TrainingDataStore(url: crashed.database).comparisonCount() == 250)
    }
  }

  @Test("several Peaches have written the log before the crash: it belongs")
  func severalWriters() throws {
    let place = try TemporaryDirectory()
    let stores = try (0..<3).map { _ in try TrainingDataStore(url: place.database) }
    // Each looks through the whole log before it writes to what another wrote.
    for number in 0..<300 { try stores[number % 3].save(makeComparison()) }
    let crashed = try TemporaryDirectory()
    try copyDatabase(from: place, to: crashed)
    #expect(try LogInspection(path: crashed.database.path).state() == .leftBehind)
    #expect(try TrainingDataStore(url: crashed.database).comparisonCount() == 300)
  }

  @Test("a log in use is left to SQLite")
  func inUse() throws {
    let place = try TemporaryDirectory()
    let store = try TrainingDataStore(url: place.database)
    try store.save(makeComparison())
    #expect(try LogInspection(path: place.database.path).state() == .inUse)
    #expect(try TrainingDataStore.onlyForReading(place.database).comparisonCount() == 1)
    store.close()
    #expect(try LogInspection(path: place.database.path).state() == .none)
  }

  @Test("a backup of Peach's copied over a database after a crash is left alone, and so is the log")
  func backup() throws {
    let crashed = try makeCrashed(results: 20)
    let other = try makeClosed(results: 30)
    let backup = other.url.appendingPathComponent("backup.sqlite")
    try TrainingDataStore(url: other.database).backUp(to: backup)
    try expectRefusal(backup, over: crashed)
  }

  @Test("so is another history, however small and alike", arguments: [1, 5, 200])
  func otherHistory(results: Int) throws {
    let crashed = try makeCrashed(results: results)
    try expectRefusal(makeFile(results: results), over: crashed)
  }

  @Test("so is an earlier copy of the same history")
  func earlierCopy() throws {
    let place = try TemporaryDirectory()
    var copies: [Data] = []
    for _ in 0..<3 {
      let store = try TrainingDataStore(url: place.database)
      for _ in 0..<40 { try store.save(makeComparison()) }
      store.close()
      copies.append(try Data(contentsOf: place.database))
    }
    let store = try TrainingDataStore(url: place.database)
    try store.save(makeComparison())
    let crashed = try TemporaryDirectory()
    for copy in copies.dropLast() {
      try copyDatabase(from: place, to: crashed)
      let file = crashed.url.appendingPathComponent("copy")
      try copy.write(to: file)
      try expectRefusal(file, over: crashed)
      for name in crashed.names {
        try FileManager.default.removeItem(at: crashed.url.appendingPathComponent(name))
      }
    }
    // The last one is the very state that the log was begun with.
    try copyDatabase(from: place, to: crashed)
    try #require(copies.last).write(to: crashed.database)
    #expect(try TrainingDataStore(url: crashed.database).comparisonCount() == 121)
  }

  @Test("so is a copy that SQLite's own tools have made, and one of an older Peach's")
  func otherTools() throws {
    let crashed = try makeCrashed(results: 20, closedBefore: 50)
    let other = try makeClosed(results: 30)
    let copy = other.url.appendingPathComponent("copy.sqlite")
    let source = try makeConnection(other.database)
    try source.backup(to: makeConnection(copy))
    try expectRefusal(copy, over: crashed)
  }

  @Test("a database from before its log was begun is recognized by what the log would make of it")
  func unmarked() throws {
    let place = try TemporaryDirectory()
    let store = try TrainingDataStore(url: place.database)
    for _ in 0..<50 { try store.save(makeComparison()) }
    // While it is open, only the file itself: what is in the log is missing.
    try store.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint") }
    let early = try Data(contentsOf: place.database)
    for _ in 0..<600 { try store.save(makeComparison()) }
    try store.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint") }
    for _ in 0..<20 { try store.save(makeComparison()) }
    let crashed = try TemporaryDirectory()
    try copyDatabase(from: place, to: crashed)
    let file = place.url.appendingPathComponent("copy")
    try early.write(to: file)
    try expectRefusal(file, over: crashed)
  }

  @Test(
    "an empty or a missing database with a log: both stay as they are", arguments: [true, false])
  func alone(isEmpty: Bool) throws {
    let crashed = try makeCrashed(results: 3)
    try FileManager.default.removeItem(at: crashed.database)
    if isEmpty { try Data().write(to: crashed.database) }
    let before = try contents(crashed)
    let fault = DataStoreFault.logWithoutDatabase(path: crashed.log.path)
    #expect(openingFault(crashed.database) == fault)
    #expect(throws: DataStoreError.contextUnavailable(fault)) {
      _ = try TrainingDataStore.onlyForReading(crashed.database)
    }
    #expect(try contents(crashed) == before)
  }

  /// A rollback journal in the middle of a transaction, and the database with it.
  private func makeJournal() throws -> (directory: TemporaryDirectory, journal: URL) {
    let place = try makeClosed(results: 10)
    let queue = try makeConnection(place.database)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1")
      try database.execute(sql: "PRAGMA cache_spill = 1; BEGIN IMMEDIATE")
      for number in 0..<3000 {
        try database.execute(
          sql: """
            INSERT INTO comparisonRecord (id, timestamp, referenceNote, targetNote, interval,
              tuningSystem, centOffset, isCorrect)
            VALUES (?, ?, 60, 60, 'P1', 'equal', 1, 1)
            """, arguments: [UUID().uuidString.lowercased(), number])
      }
      for ending in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: place.database.path + ending, toPath: place.database.path + ".crashed" + ending)
      }
      try database.execute(sql: "ROLLBACK")
    }
    let crashed = try TemporaryDirectory()
    for ending in ["", "-journal"] {
      try FileManager.default.moveItem(
        atPath: place.database.path + ".crashed" + ending, toPath: crashed.database.path + ending)
    }
    return (crashed, URL(fileURLWithPath: crashed.database.path + "-journal"))
  }

  @Test("a rollback journal that was left is rolled back, for a reader on a copy")
  func journal() throws {
    let (crashed, _) = try makeJournal()
    let before = try contents(crashed)
    #expect(before.count == 2)
    #expect(try TrainingDataStore.onlyForReading(crashed.database).comparisonCount() == 10)
    #expect(try contents(crashed) == before)
    #expect(try TrainingDataStore(url: crashed.database).comparisonCount() == 10)
  }

  @Test("a rollback journal of another database, or of none, is left alone")
  func foreignJournal() throws {
    let (crashed, journal) = try makeJournal()
    try makeFile(results: 40).write(to: crashed.database)
    let before = try contents(crashed)
    #expect(openingFault(crashed.database) == .foreignLog(path: journal.path))
    try Data().write(to: crashed.database)
    #expect(openingFault(crashed.database) == .logWithoutDatabase(path: journal.path))
    #expect(try contents(crashed)["training.sqlite-journal"] == before["training.sqlite-journal"])
  }

  @Test("whoever only reads changes no byte after a crash")
  func readers() throws {
    let crashed = try makeCrashed(results: 7, closedBefore: 3)
    let before = try contents(crashed)
    let store = try TrainingDataStore.onlyForReading(crashed.database)
    #expect(try store.comparisonCount() == 10)
    #expect(try store.check(crashed.recoveryPlaces).counts.total == 10)
    try store.backUp(to: crashed.url.appendingPathComponent("backup"))
    store.close()
    var after = try contents(crashed)
    after["backup"] = nil
    #expect(after == before)
  }

  @Test("a database behind a symbolic link: the log beside the file counts")
  func linked() throws {
    let crashed = try makeCrashed(results: 4)
    let link = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      at: link.database, withDestinationURL: crashed.database)
    #expect(try TrainingDataStore.onlyForReading(link.database).comparisonCount() == 4)
    try makeFile(results: 4).write(to: crashed.database)
    #expect(openingFault(link.database) == .foreignLog(path: crashed.log.path))
  }
}
