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
      try store.strings("SELECT id FROM result", column: "id")
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
    #expect(CompletedTrial(comparison) == nil)
    let matching = try #require(try store.allPitchMatchings().first)
    #expect(matching.tuningSystem == "scala:Wendy Carlos: Alpha")
    #expect(CompletedTrial(matching) == nil)
  }

  @Test(
    "a damaged value is refused",
    arguments: [
      "referenceNote = 128", "referenceNote = -1", "referenceNote = 'C4'", "targetNote = 61",
      "targetNote = NULL", "centOffset = 1201", "centOffset = 9e999", "centOffset = NULL",
      "isCorrect = 2", "isCorrect = NULL", "userCentError = 1", "isFirstTrue = 1",
      "training = 'matching'", "training = 'dance'", "practice = 2", "block = 0", "plan = ''",
      "interval = 'P9'", "interval = 'P1-'",
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
      try store.execute("UPDATE result SET \(assignment)")
    }
  }

  @Test("a damaged error or start of a matching is refused")
  func matchingConstraints() throws {
    try store.save(makePitchMatching())
    for assignment in ["userCentError = -1201", "initialCentOffset = 1201", "targetNote = 72"] {
      #expect(throws: DatabaseError.self) {
        try store.execute("UPDATE result SET \(assignment)")
      }
    }
  }

  @Test("a damaged answer to a question of purity is refused")
  func purityConstraints() throws {
    try store.save(makePurity())
    for assignment in ["isFirstTrue = 2", "isFirstTrue = NULL", "centOffset = 1201", "heard = 0"] {
      #expect(throws: DatabaseError.self) {
        try store.execute("UPDATE result SET \(assignment)")
      }
    }
  }

  @Test("the schema stands as it was released")
  func frozen() throws {
    let names = try store.strings(
      "SELECT name FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name", column: "name")
    #expect(
      names == [
        "comparisonRecord", "pitchMatchingRecord", "playingRecord", "purityRecord", "result",
        "result_kind", "result_map", "result_run", "result_timestamp", "result_withdrawn",
        "trainingRun",
      ])
    let columns = try store.strings("PRAGMA table_info(result)", column: "name")
    #expect(
      columns == [
        "sequence", "id", "training", "timestamp", "referenceNote", "targetNote", "interval",
        "tuningSystem", "centOffset", "isCorrect", "initialCentOffset", "userCentError",
        "isFirstTrue", "outcome", "uncertainty", "drift", "vibratoRate", "vibratoExtent",
        "steadiness", "playedLength", "settleTime", "inputLevel", "octaves", "curve", "soundSource",
        "noteDuration", "amplitude", "referencePitch", "responseTime", "strategy",
        "believedThreshold", "heard", "input", "presentation", "accompaniment", "withdrawn", "run",
        "plan", "block", "label", "participant", "session", "condition", "practice", "oddPlace",
        "answeredPlace",
      ])
    #expect(
      try store.strings("PRAGMA table_info(purityRecord)", column: "name") == [
        "sequence", "id", "referenceNote", "targetNote", "interval", "tuningSystem", "timestamp",
        "centOffset", "isCorrect", "isFirstTrue", "soundSource", "noteDuration", "amplitude",
        "referencePitch", "responseTime", "strategy", "believedThreshold", "heard", "input",
        "presentation", "accompaniment", "withdrawn", "run",
      ])
    #expect(try store.pragma("user_version") == "8")
    #expect(try store.pragma("application_id") == "\(0x5065_6163)")
  }

  @Test("a row that slipped past the checks is reported, not trusted")
  func unreadableRow() throws {
    for _ in 0..<3 { try store.save(makeComparison()) }
    try store.execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE result SET targetNote = 99")
    let row = UnreadableRow(table: "result", sequence: 1, column: "targetNote")
    #expect(throws: DataStoreError.fetchFailed(.unreadable(row))) { try store.allComparisons() }
  }
}
