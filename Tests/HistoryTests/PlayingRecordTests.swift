import Foundation
import Music
import Testing
import Training

@testable import History

@MainActor
@Suite("Records of played notes")
struct PlayingRecordTests {
  private let fifth = DirectedInterval(.perfectFifth, .down)

  @Test("a record is stored and read as it was, with its curve and how its answer came about")
  func stored() throws {
    let store = try TrainingDataStore.inMemory()
    var context = TrialContext()
    context.presentation = .harmonic
    context.accompaniment = "P1,P5"
    context.responseTime = 1.25
    let completed = makePlaying(interval: fifth, tuning: .justIntonation, context: context)
    try store.save(completed)
    let record = try #require(
      try store.wholeResults().first)
    #expect(record == RecordedResult(completed))
    #expect(record.measures.heardNote == completed.played && record.context == context)
    #expect(record.targetNote == MIDINote(53))
    #expect(try store.recordCounts()[.playing] == 1)
  }

  @Test("a curve of a hundred points takes two hundred bytes")
  func compact() throws {
    let store = try TrainingDataStore.inMemory()
    var completed = makePlaying()
    var played = try #require(completed.played)
    played.curve = (0..<100).map { Float($0) / 3 }
    completed = CompletedTrial(
      id: completed.id, challenge: completed.challenge, played: played,
      tuningSystem: completed.tuningSystem, timestamp: completed.timestamp)
    try store.save(completed)
    #expect(
      try store.strings(
        "SELECT CAST(length(curve) AS TEXT) AS bytes FROM playingRecord", column: "bytes")
        == ["200"])
    let record = try #require(
      try store.wholeResults().first)
    #expect(record.measures.curve == played.recordedCurve)
  }

  @Test("what no record may hold is brought within its limits before it is stored")
  func limits() throws {
    let store = try TrainingDataStore.inMemory()
    let wild = PlayedNote(
      error: 5000, uncertainty: .infinity, drift: .nan, vibratoRate: -1,
      vibratoExtent: 9000, steadiness: .nan, length: .infinity, settleTime: -2,
      level: -.infinity, octaves: 40)
    try store.save(makePlaying(played: wild))
    let record = try #require(
      try store.wholeResults().first)
    #expect(record.measures.userCentError == 1200 && record.measures.drift == 0)
    #expect(record.measures.octaves == 10 && record.measures.inputLevel == -300)
  }

  @Test(
    "the database refuses what is no played note",
    arguments: [
      "userCentError = 1300", "userCentError = NULL", "outcome = 'wrongNote'", "uncertainty = -1",
      "curve = x'00'", "curve = zeroblob(202)", "octaves = 11", "referenceNote = 61",
    ])
  func constraints(assignment: String) throws {
    let store = try TrainingDataStore.inMemory()
    try store.save(makePlaying())
    #expect(throws: (any Error).self) {
      try store.execute("UPDATE result SET \(assignment)")
    }
  }

  @Test("a line of JSON is read and written, its members in their order")
  func line() throws {
    let id = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
    let text =
      #"{"training":"playing","id":"\#(id)","timestamp":"2026-11-21T10:00:00.123Z","#
      + #""referenceNote":60,"targetNote":53,"interval":"P5-","tuningSystem":"equal","#
      + #""userCentError":-3.2,"outcome":"judged","uncertainty":0.05,"drift":1.5,"#
      + #""vibratoRate":5.5,"vibratoExtent":30,"steadiness":0.5,"playedLength":0.75,"#
      + #""settleTime":0.25,"inputLevel":-20,"octaves":-1,"curve":"nP8AAGQA"}"#
    let line = try RecordLine(Data(text.utf8))
    let record = RecordedResult(
      makePlaying(id: try #require(UUID(uuidString: id)), interval: fifth))
    #expect(line.result == record)
    #expect(RecordLine.text(of: line.result) == text)
  }

  @Test(
    "a line with another outcome, or with a curve that is none, is no record",
    arguments: [
      (#""judged""#, #""wrongNote""#), ("nP8AAGQA", "nP8"), ("nP8AAGQA", "%"),
      (#""drift":1.5,"#, ""),
    ])
  func badLine(old: String, new: String) throws {
    let record = RecordedResult(makePlaying())
    let text = RecordLine.text(of: record)
    #expect(text.contains(old))
    #expect(throws: RecordLineError.self) {
      try RecordLine(Data(text.replacingOccurrences(of: old, with: new).utf8))
    }
  }

  @Test("what was exported is imported as it was", arguments: [ExportFormat.csv, .jsonLines])
  func exchange(format: ExportFormat) async throws {
    let directory = try TemporaryDirectory()
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makePlaying(interval: fifth))
    try store.save(
      makePlaying(played: PlayedNote(error: 2, length: 0.5), at: tenOClock.addingTimeInterval(5)))
    try store.save(makeComparison())
    try store.save(makePitchMatching())
    let file = directory.url.appendingPathComponent("export")
    _ = try await HistoryExport(of: store, to: file.path, as: format).run()
    let other = try TrainingDataStore.inMemory()
    _ = try await HistoryImport(file.path, into: other).run()
    #expect(try other.wholeResults() == store.wholeResults())
    // A second time nothing is new.
    _ = try await HistoryImport(file.path, into: other).run()
    #expect(try other.wholeResults() == store.wholeResults())
  }

  @Test("the history rebuilds what is known, and a first trial needs the last of each kind alone")
  func replayed() async throws {
    let store = try TrainingDataStore.inMemory()
    var lived = HearingModel()
    for index in 0..<30 {
      let completed = makePlaying(
        interval: index.isMultiple(of: 2) ? .prime : fifth,
        played: PlayedNote(error: Double(index % 7), length: 0.6),
        at: tenOClock.addingTimeInterval(Double(index)))
      try store.save(completed)
      lived.add(completed)
    }
    let rebuilt = try store.hearing()
    #expect(rebuilt.playings.unison.melodic.count == 15)
    #expect(rebuilt.playings.interval.melodic.fit == lived.playings.interval.melodic.fit)
    #expect(rebuilt.playedNotes.interval.melodic.keys == lived.playedNotes.interval.melodic.keys)
    #expect(rebuilt.matchings.unison.melodic.count == 0)
    let needed = try await store.hearing(for: .playings)
    #expect(needed.playings.interval.melodic.count == 15)
  }

  @Test("the last session is returned without the rows that are no records")
  func lastPlayed() throws {
    let store = try TrainingDataStore.inMemory()
    let run = makeRun()
    let records = (0..<3).map { index in
      RecordedResult(
        makePlaying(
          at: tenOClock.addingTimeInterval(Double(index)), context: makeContext(run: run.id)))
    }
    _ = try store.store(records, of: [run])
    #expect(try store.lastPlayed(count: 10) == records)
    #expect(try store.lastPlayed(count: 2) == Array(records.dropFirst()))
    try store.execute(
      """
      PRAGMA ignore_check_constraints = ON;
      UPDATE result SET targetNote = 99 WHERE sequence = (SELECT min(sequence) FROM result)
      """)
    #expect(try store.lastPlayed(count: 10) == Array(records.dropFirst()))
  }

  @Test("an answer that was taken back counts nowhere")
  func withdrawn() throws {
    let store = try TrainingDataStore.inMemory()
    let completed = makePlaying()
    try store.save(completed)
    try store.execute("UPDATE result SET withdrawn = 1")
    #expect(try store.recordCounts()[.playing] == 0)
    let rebuilt = try store.hearing()
    #expect(rebuilt.playings.unison.melodic.count == 0)
  }
}
