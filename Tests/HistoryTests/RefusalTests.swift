import Foundation
import GRDB
import Testing

@testable import History

@MainActor
@Suite("A file that is not ours to change stays as it is")
struct RefusalTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A database of this version with records in it.
  private func makeDatabase(records: Int = 1) throws {
    let store = try TrainingDataStore(url: directory.database)
    for _ in 0..<records { try store.save(makeComparison()) }
    store.close()
  }

  /// Opens the file and expects the fault, no change in it and nothing left beside it.
  private func expectRefusal(_ fault: DataStoreFault) throws {
    let before = try Data(contentsOf: directory.database)
    #expect(openingFault(directory.database) == fault)
    #expect(try Data(contentsOf: directory.database) == before)
    #expect(directory.names == ["training.sqlite"])
  }

  @Test(
    "a view, a trigger or a virtual table in the place of a table is refused before it is asked",
    arguments: [
      ("result", "DROP TABLE result; CREATE VIEW result"),
      ("trainingRun", "DROP TABLE trainingRun; CREATE VIEW trainingRun"),
    ])
  func endlessView(name: String, statement: String) throws {
    try makeDatabase()
    try makeConnection(directory.database).write {
      try $0.execute(
        sql: """
          \(statement) AS WITH RECURSIVE number(sequence) AS (
            SELECT 1 UNION ALL SELECT sequence + 1 FROM number)
          SELECT max(sequence) AS sequence, '' AS identifier, '' AS id, 1 AS timestamp FROM number
          """)
    }
    try expectRefusal(.foreignObject(name: name))
    try expectReadersRefuse(.foreignObject(name: name))
  }

  @Test(
    "a trigger on a table of Peach's, or a virtual table, is refused",
    arguments: [
      (
        "endless",
        """
        CREATE TRIGGER endless AFTER INSERT ON Result BEGIN
          INSERT INTO song SELECT n FROM (
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
            SELECT n FROM number);
        END
        """
      ),
      (
        "result",
        "DROP TABLE result; CREATE VIRTUAL TABLE result USING fts5(id)"
      ),
    ])
  func foreignObject(name: String, statement: String) throws {
    try makeDatabase()
    try makeConnection(directory.database).write {
      try $0.execute(sql: "CREATE TABLE song (name); \(statement)")
    }
    try expectRefusal(.foreignObject(name: name))
    try expectReadersRefuse(.foreignObject(name: name))
  }

  private func expectReadersRefuse(_ fault: DataStoreFault) throws {
    let path = directory.database.path
    #expect(throws: DataStoreError.contextUnavailable(fault)) {
      try TrainingDataStore.onlyForReading(directory.database)
    }
    #expect(throws: ExchangeFault.badHistory(path: path, .contextUnavailable(fault))) {
      try OtherHistory(path)
    }
  }

  @Test("links in a circle")
  func circularLinks() throws {
    let path = directory.database.path
    symlink(path + ".other", path)
    symlink(path, path + ".other")
    #expect(openingFault(directory.database) == .circularLinks(path: path))
    #expect(throws: DataStoreError.contextUnavailable(.circularLinks(path: path))) {
      try TrainingDataStore.onlyForReading(directory.database)
    }
    #expect(throws: ExchangeFault.cannotRead(path: path, reason: ELOOP)) { try OtherHistory(path) }
  }

  @Test("a sparse file of nine gigabytes is neither copied nor read to its end")
  func sparse() async throws {
    let file = directory.url.appendingPathComponent("nine")
    try Data().write(to: file)
    truncate(file.path, 9 << 30)
    let store = try TrainingDataStore(url: directory.database)
    await #expect(
      throws: ExchangeFault.badHistory(path: file.path, .contextUnavailable(.notADatabase))
    ) { try await HistoryMerge(file.path, into: store).run() }
    await #expect(throws: ExchangeFault.unknownFormat(path: file.path)) {
      try await HistoryImport(file.path, into: store).run()
    }
  }

  @Test("a newer version, by its number")
  func newerVersion() throws {
    try makeDatabase()
    try makeConnection(directory.database).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA user_version = 98")
    }
    try expectRefusal(.newerVersion(found: 98, known: Schema.version))
  }

  @Test("a newer version in use by a newer Peach")
  func newerVersionInUse() throws {
    try makeDatabase()
    let newer = try makeConnection(directory.database)
    try newer.write { try $0.execute(sql: "PRAGMA user_version = 98") }
    let before = try Data(contentsOf: directory.database)
    #expect(openingFault(directory.database) == .newerVersion(found: 98, known: Schema.version))
    #expect(try Data(contentsOf: directory.database) == before)
    try newer.write { try $0.execute(sql: "PRAGMA user_version = 99") }
    try newer.close()
  }

  @Test("another program's database, marked or not", arguments: [0, 42])
  func foreign(applicationID: Int) throws {
    try makeConnection(directory.database).writeWithoutTransaction {
      try $0.execute(sql: "CREATE TABLE song (name TEXT)")
      try $0.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
    try expectRefusal(.foreignDatabase(applicationID: applicationID))
  }

  @Test("a text, short or long", arguments: [1, 2, 50, 511, 512, 5000])
  func text(length: Int) throws {
    try Data(repeating: UInt8(ascii: "a"), count: length).write(to: directory.database)
    try expectRefusal(.notADatabase)
  }

  @Test("a database whose header is damaged")
  func damagedHeader() throws {
    try makeDatabase()
    var bytes = try Data(contentsOf: directory.database)
    bytes.replaceSubrange(0..<16, with: Data(repeating: 0xFF, count: 16))
    try bytes.write(to: directory.database)
    try expectRefusal(.notADatabase)
  }

  @Test("a database whose schema is damaged")
  func damagedSchema() throws {
    try makeDatabase()
    var bytes = try Data(contentsOf: directory.database)
    bytes.replaceSubrange(100..<4096, with: Data(repeating: 0xA5, count: 3996))
    try bytes.write(to: directory.database)
    try expectRefusal(.corrupt)
  }

  @Test("a database that was cut off")
  func truncated() throws {
    try makeDatabase(records: 100)
    let bytes = try Data(contentsOf: directory.database)
    try bytes.prefix(bytes.count / 2).write(to: directory.database)
    try expectRefusal(.corrupt)
  }

  @Test("a damaged page is told by the check and by reading, and stays as it is")
  func damagedPage() throws {
    try makeDatabase(records: 200)
    let page = try #require(
      try makeConnection(directory.database).read {
        try Int.fetchOne(
          $0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'result'")
      })
    var bytes = try Data(contentsOf: directory.database)
    bytes.replaceSubrange(
      (page - 1) * 4096..<page * 4096, with: Data(repeating: 0xA5, count: 4096))
    try bytes.write(to: directory.database)

    let store = try TrainingDataStore(url: directory.database)
    #expect((try? store.integrityCheck().isEmpty) != true)
    #expect(throws: DataStoreError.fetchFailed(.corrupt)) { try store.allComparisons() }
    store.close()
    #expect(try Data(contentsOf: directory.database) == bytes)
  }

  @Test("a directory")
  func directoryInPlaceOfFile() throws {
    try FileManager.default.createDirectory(
      at: directory.database, withIntermediateDirectories: false)
    #expect(openingFault(directory.database) == .notADatabase)
    #expect(directory.names == ["training.sqlite"])
  }

  @Test("a pipe, without waiting for its writer")
  func pipe() {
    #expect(mkfifo(directory.database.path, 0o600) == 0)
    #expect(openingFault(directory.database) == .notADatabase)
  }

  @Test("a path below a file cannot be created")
  func fileInPlaceOfDirectory() throws {
    try Data().write(to: directory.database)
    let url = directory.database.appendingPathComponent("peach/training.sqlite")
    let parent = directory.database.appendingPathComponent("peach").path
    #expect(openingFault(url) == .cannotCreate(path: parent))
  }

  @Test("a file system that takes no directory")
  func kernelFileSystem() {
    let url = URL(fileURLWithPath: "/proc/peach/training.sqlite")
    #expect(openingFault(url) == .cannotCreate(path: "/proc/peach"))
  }
}
