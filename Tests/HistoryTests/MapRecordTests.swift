import Foundation
import Music
import Testing
import Training

@testable import History

@MainActor
@Suite("Records of the notes of maps")
struct MapRecordTests {
  private let pitch = TuningSystem.standardReferencePitch

  private func minutes(_ count: Int) -> Date { tenOClock.addingTimeInterval(60 * Double(count)) }

  @Test("a record has one note, and nothing of a trial")
  func stored() throws {
    let store = try TrainingDataStore.inMemory()
    let completed = makeMapNote(label: "violin")
    try store.save(completed)
    let record = try #require(try store.wholeResults().first)
    #expect(record == RecordedResult(completed))
    #expect(record.targetNote == MIDINote(62) && record.measures.userCentError == 8.5)
    #expect(record.measures.octaves == nil && record.measures.curve == nil)
    #expect(
      try store.strings(
        """
        SELECT (referenceNote IS NULL AND interval IS NULL AND octaves IS NULL) || label AS found
        FROM result
        """, column: "found") == ["1violin"])
    #expect(try store.recordCounts()[.map] == 1)
    #expect(try store.lastAnswer() == nil)
  }

  @Test("a line of JSON has neither a reference note nor an interval")
  func line() throws {
    let id = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
    let text =
      #"{"training":"map","id":"\#(id)","timestamp":"2026-11-21T10:00:00.123Z","#
      + #""targetNote":62,"tuningSystem":"equal","userCentError":8.5,"outcome":"judged","#
      + #""uncertainty":0.25,"drift":-1,"vibratoRate":5.5,"vibratoExtent":20,"steadiness":0.5,"#
      + #""playedLength":0.75,"settleTime":0.125,"inputLevel":-20,"referencePitch":440,"#
      + #""label":"violin"}"#
    let line = try RecordLine(Data(text.utf8))
    let record = RecordedResult(
      makeMapNote(id: try #require(UUID(uuidString: id)), label: "violin"))
    #expect(line.result == record)
    #expect(RecordLine.text(of: line.result) == text)
  }

  @Test(
    "what was exported is imported and merged as it was, with and without ids",
    arguments: [ExportFormat.csv, .jsonLines])
  func exchange(format: ExportFormat) async throws {
    let directory = try TemporaryDirectory()
    let store = try TrainingDataStore(url: directory.database)
    for place in 0..<4 { try store.save(makeMapNote(label: "flute", at: minutes(place))) }
    try store.save(makePlaying())
    let file = directory.url.appendingPathComponent("export")
    _ = try await HistoryExport(of: store, to: file.path, as: format).run()
    let other = try TrainingDataStore.inMemory()
    _ = try await HistoryImport(file.path, into: other).run()
    #expect(try other.wholeResults() == store.wholeResults())
    // Rows without ids are recognized by what they say.
    let text = try String(contentsOf: file, encoding: .utf8)
    let bare = text.replacing(
      /"id":"[0-9a-f-]{36}",|^[0-9a-f]{8}-[0-9a-f-]{27}/.anchorsMatchLineEndings(), with: "")
    try bare.write(to: file, atomically: true, encoding: .utf8)
    _ = try await HistoryImport(file.path, into: other).run()
    #expect(try other.wholeResults() == store.wholeResults())
    let third = try TrainingDataStore.inMemory()
    _ = try await HistoryImport(file.path, into: third).run()
    #expect(try third.notes(ofInstrument: "flute", referencePitch: pitch).count == 4)
  }

  @Test(
    "the database refuses what is no note of a map",
    arguments: [
      "userCentError = NULL", "octaves = 1", "targetNote = NULL", "curve = zeroblob(2)",
      "uncertainty = NULL",
    ])
  func constraints(assignment: String) throws {
    let store = try TrainingDataStore.inMemory()
    try store.save(makeMapNote())
    #expect(throws: (any Error).self) { try store.execute("UPDATE result SET \(assignment)") }
  }

  @Test("the notes of an instrument are those of its label that were not taken back, in order")
  func instruments() throws {
    let store = try TrainingDataStore.inMemory()
    let taken = makeMapNote(note: 70, label: "violin", at: minutes(3))
    try store.save(makeMapNote(note: 60, label: "violin", at: minutes(1)))
    try store.save(makeMapNote(note: 61, label: "violin", at: minutes(0)))
    try store.save(makeMapNote(note: 62, at: minutes(2)))
    try store.save(taken)
    try store.withdraw(id: taken.id)
    func notes(_ label: String?, before date: Date = .distantFuture) throws -> [Int] {
      try store.notes(ofInstrument: label, before: date, referencePitch: pitch)
        .map(\.note.rawValue)
    }
    #expect(try notes("violin") == [61, 60] && notes(nil) == [62] && notes("flute") == [])
    #expect(try notes("violin", before: minutes(1)) == [61])
    #expect(try store.instruments() == [nil, "violin"])
    // A note that was recorded at A 415 has another name at A 440.
    try store.save(makeMapNote(label: "traverso", referencePitch: 415))
    #expect(try notes("traverso") == [61])
  }

  @Test("what a day's plan goes by is the instrument that was played last before the day")
  func lastInstrument() throws {
    let store = try TrainingDataStore.inMemory()
    let day = LocalDays.start(of: 9, in: .current)
    func map() throws -> InstrumentMap? {
      try store.skills(before: day, CoachSettings()).history.instrument
    }
    #expect(try map() == nil)
    for minute in 1...3 {
      try store.save(
        makeMapNote(note: 55, label: "cello", at: day.addingTimeInterval(-60 * Double(minute))))
    }
    try store.save(makeMapNote(note: 76, label: "violin", at: day.addingTimeInterval(-7_200)))
    try store.save(makeMapNote(note: 72, label: "flute", at: day))
    #expect(try map()?.notes.map(\.note) == [MIDINote(55)] && map()?.count == 3)
  }

  @Test("the last note is the one that is taken back, or all of its run; no answers are learnt")
  func withdrawn() throws {
    let store = try TrainingDataStore.inMemory()
    let (run, other) = (makeRun(), makeRun())
    let notes = (0..<3).map { makeMapNote(run: run.id, at: minutes($0)) }
    _ = try store.store(
      ([makeMapNote(run: other.id)] + notes).map { RecordedResult($0) }, of: [run, other])
    #expect(try store.lastAnswer()?.id == notes[2].id)
    #expect(try store.withdraw(run: run.id) == 3)
    #expect(try store.withdraw(run: run.id) == 0)
    #expect(try store.notes(ofInstrument: nil, referencePitch: pitch).count == 1)
    var hearing = try store.hearing()
    hearing.add(makeMapNote())
    #expect(hearing.playings.unison.melodic.count == 0)
  }
}
