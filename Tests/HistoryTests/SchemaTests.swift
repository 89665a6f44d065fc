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
    }
    let written = DirectedInterval.all.map(\.description)
    for table in ["comparisonRecord", "pitchMatchingRecord"] {
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

  @Test("the first version's schema stands as it was released")
  func frozen() throws {
    let names = try store.strings(
      "SELECT name FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name", column: "name")
    #expect(
      names == [
        "comparisonRecord", "comparisonRecord_timestamp", "grdb_migrations",
        "pitchMatchingRecord", "pitchMatchingRecord_timestamp",
      ])
    let columns = try store.strings("PRAGMA table_info(comparisonRecord)", column: "name")
    #expect(
      columns == [
        "sequence", "id", "referenceNote", "targetNote", "centOffset", "isCorrect", "interval",
        "tuningSystem", "timestamp",
      ])
    #expect(try store.pragma("user_version") == "1")
    #expect(try store.pragma("application_id") == "\(0x5065_6163)")
  }

  @Test("a row that slipped past the checks is reported, not trusted")
  func unreadableRow() throws {
    for _ in 0..<3 { try store.save(makeComparison()) }
    try store.execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE comparisonRecord SET targetNote = 99")
    #expect(throws: DataStoreError.fetchFailed(.corrupt)) { try store.allComparisons() }
  }
}
