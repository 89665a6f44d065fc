import Foundation
import GRDB
import Music
import Testing
import Training

@testable import History

@MainActor
@Suite("The database checks what it stores")
struct SchemaTests {
  let store: TrainingDataStore

  init() throws { store = try .inMemory() }

  @Test("every interval is stored as it is written")
  func intervals() throws {
    for interval in DirectedInterval.all {
      try store.save(makeComparison(interval: interval))
      try store.save(makePitchMatching(interval: interval))
      try store.save(makePurity(interval: interval))
      try store.save(makePlaying(interval: interval))
    }
    let written = DirectedInterval.all.map(\.description)
    for table in [
      "comparisonRecord", "pitchMatchingRecord", "purityRecord", "playingRecord",
    ] {
      let stored = try store.strings("SELECT interval FROM \(table)", column: "interval")
      #expect(stored == written)
    }
    #expect(written.contains("M3-"))
  }

  @Test("an id is stored in lower case, as text")
  func ids() throws {
    let completed = makeComparison()
    try store.save(completed)
    #expect(
      try store.strings("SELECT id FROM comparisonRecord", column: "id")
        == [completed.id.uuidString.lowercased()])
  }

  @Test("a scale of the user's own is a tuning like any other, and survives without its file")
  func unknownTuning() throws {
    let scale = ScalaScale(pitches: [78, 1200])
    let tuning = TuningSystem.scala(ScalaTuning(name: "Wendy Carlos: Alpha", scale: scale))
    try store.save(makeComparison(tuning: tuning))
    try store.save(makePitchMatching(tuning: tuning))

    let comparison = try #require(try store.allComparisons().first)
    #expect(comparison.tuningSystem == "scala:Wendy Carlos: Alpha")
    #expect(CompletedComparison(comparison) == nil)
    let matching = try #require(try store.allPitchMatchings().first)
    #expect(matching.tuningSystem == "scala:Wendy Carlos: Alpha")
    #expect(CompletedPitchMatching(matching) == nil)
  }

  @Test(
    "a damaged value is refused",
    arguments: [
      "referenceNote = 128", "referenceNote = -1", "referenceNote = 'C4'", "targetNote = 61",
      "targetNote = NULL", "centOffset = 1201", "centOffset = 9e999", "centOffset = NULL",
      "isCorrect = 2", "isCorrect = NULL", "interval = 'P9'", "interval = 'P1-'",
      "interval = 'p1'", "interval = 'P5'", "interval = NULL", "tuningSystem = ''",
      "tuningSystem = NULL", "timestamp = -1", "timestamp = 1.5", "timestamp = '2026-11-21'",
      "soundSource = ''", "noteDuration = 0", "noteDuration = 61", "responseTime = -0.001",
      "heard = 0", "input = 'mouse'", "presentation = ''", "withdrawn = 2", "run = 'one'",
      "timestamp = 253402300800000", "id = 'one'", "id = upper(id)", "id = NULL",
    ])
  func constraints(assignment: String) throws {
    try store.save(
      makeComparison(id: try #require(UUID(uuidString: "ABCDEFAB-CDEF-4BCD-8FAB-CDEFABCDEFAB"))))
    #expect(throws: DatabaseError.self) {
      try store.execute("UPDATE comparisonRecord SET \(assignment)")
    }
  }

  @Test("a damaged error or start of a matching is refused")
  func matchingConstraints() throws {
    try store.save(makePitchMatching())
    for assignment in ["userCentError = -1201", "initialCentOffset = 1201", "targetNote = 72"] {
      #expect(throws: DatabaseError.self) {
        try store.execute("UPDATE pitchMatchingRecord SET \(assignment)")
      }
    }
  }

  @Test("a damaged answer to a question of purity is refused")
  func purityConstraints() throws {
    try store.save(makePurity())
    for assignment in ["isFirstTrue = 2", "isFirstTrue = NULL", "centOffset = 1201", "heard = 0"] {
      #expect(throws: DatabaseError.self) {
        try store.execute("UPDATE purityRecord SET \(assignment)")
      }
    }
  }

  @Test("the schema stands as it was released")
  func frozen() throws {
    let names = try store.strings(
      "SELECT name FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name", column: "name")
    #expect(
      names == [
        "comparisonRecord", "comparisonRecord_kind", "comparisonRecord_run",
        "comparisonRecord_timestamp", "comparisonRecord_withdrawn", "grdb_migrations",
        "pitchMatchingRecord", "pitchMatchingRecord_kind", "pitchMatchingRecord_run",
        "pitchMatchingRecord_timestamp", "pitchMatchingRecord_withdrawn", "playingRecord",
        "playingRecord_kind", "playingRecord_run", "playingRecord_timestamp",
        "playingRecord_withdrawn", "purityRecord",
        "purityRecord_run", "purityRecord_timestamp", "purityRecord_withdrawn", "trainingRun",
      ])
    let columns = try store.strings("PRAGMA table_info(comparisonRecord)", column: "name")
    #expect(
      columns == [
        "sequence", "id", "referenceNote", "targetNote", "centOffset", "isCorrect", "interval",
        "tuningSystem", "timestamp", "soundSource", "noteDuration", "amplitude", "referencePitch",
        "responseTime", "strategy", "believedThreshold", "heard", "input", "presentation",
        "accompaniment", "withdrawn", "run",
      ])
    let purity = try store.strings("PRAGMA table_info(purityRecord)", column: "name")
    let own = ["centOffset", "isCorrect", "isFirstTrue"]
    let shared = columns.compactMap(\.self).filter { !own.contains($0) }
    #expect(purity.compactMap(\.self).filter { !own.contains($0) } == shared)
    #expect(own.allSatisfy { purity.contains($0) })
    #expect(try store.pragma("user_version") == "4")
    #expect(try store.pragma("application_id") == "\(0x5065_6163)")
  }

  @Test("a row that slipped past the checks is reported, not trusted")
  func unreadableRow() throws {
    for _ in 0..<3 { try store.save(makeComparison()) }
    try store.execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE comparisonRecord SET targetNote = 99")
    let row = UnreadableRow(table: "comparisonRecord", sequence: 1, column: "targetNote")
    #expect(throws: DataStoreError.fetchFailed(.unreadable(row))) { try store.allComparisons() }
  }
}

extension DatabaseMigrator {
  struct Interruption: Error {}

  /// What a next version of Peach might do: it rebuilds a table.
  ///
  /// - Parameter isInterrupted: whether it fails on the way.
  static func nextVersion(isInterrupted: Bool = false) -> DatabaseMigrator {
    var migrator = Schema.migrator
    Schema.register(
      5, "notes",
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
    #expect(try old.pragma("user_version") == "4")
    old.close()

    let queue = try DatabaseFile(
      url: directory.database, busyTimeout: 1, migrator: .nextVersion()
    ).open()
    #expect(try queue.read { try Schema.version(of: $0) } == 5)
    #expect(
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM comparisonRecord") } == 5)
    try queue.close()
    #expect(openingFault(directory.database) == .newerVersion(found: 5, known: 4))
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
    #expect(try queue.read { try Schema.version(of: $0) } == 5)
    #expect(
      try queue.read { try Int.fetchOne($0, sql: "SELECT note FROM comparisonRecord") } == 1)
    try queue.close()
    withExtendedLifetime(copy) {}
    #expect(try Data(contentsOf: directory.database) == before)
    #expect(directory.names == ["training.sqlite"])
  }
}
