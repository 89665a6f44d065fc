import Foundation
import Music
import Testing
import Training

@testable import History

@MainActor
@Suite("Records of which of two was in tune")
struct PurityRecordTests {
  private let fifth = DirectedInterval(.perfectFifth, .down)

  @Test("a record is stored and read as it was, with how its answer came about")
  func stored() throws {
    let store = try TrainingDataStore.inMemory()
    var context = TrialContext()
    context.presentation = .harmonic
    context.accompaniment = "P1,P5"
    context.heard = 2
    let completed = makePurity(
      interval: fifth, centOffset: 8.25, isFirstTrue: false, answeredFirst: true,
      tuning: .justIntonation, context: context)
    try store.save(completed)
    let results = try store.wholeResults()
    let record = try #require(results.first)
    #expect(record == RecordedResult(completed))
    #expect(
      record.measures.isCorrect == false && record.measures.isFirstTrue == false
        && record.measures.centOffset == 8.25)
    #expect(record.targetNote == MIDINote(53))
    #expect(record.context == context)
    #expect(try store.recordCounts()[.purity] == 1)
  }

  @Test("a line of JSON is read and written, its members in their order")
  func line() throws {
    let id = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
    let text =
      #"{"training":"purity","id":"\#(id)","timestamp":"2026-11-21T10:00:00.123Z","#
      + #""referenceNote":60,"targetNote":53,"interval":"P5-","tuningSystem":"equal","#
      + #""centOffset":-12.5,"isCorrect":true,"isFirstTrue":true}"#
    let line = try RecordLine(Data(text.utf8))
    let record = RecordedResult(
      makePurity(id: try #require(UUID(uuidString: id)), interval: fifth))
    #expect(line.result == record)
    #expect(RecordLine.text(of: line.result) == text)
  }

  @Test("a line without saying which was true is no record")
  func incomplete() {
    let text =
      #"{"training":"purity","timestamp":"2026-11-21T10:00:00.123Z","referenceNote":60,"#
      + #""interval":"P5","tuningSystem":"equal","centOffset":-12.5,"isCorrect":true}"#
    #expect(throws: RecordLineError.self) { try RecordLine(Data(text.utf8)) }
  }

  @Test("what was exported is imported as it was", arguments: [ExportFormat.csv, .jsonLines])
  func exchange(format: ExportFormat) async throws {
    let directory = try TemporaryDirectory()
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makePurity(interval: fifth, isFirstTrue: false, answeredFirst: true))
    try store.save(makeComparison())
    let file = directory.url.appendingPathComponent("export")
    _ = try await HistoryExport(of: store, to: file.path, as: format).run()
    let other = try TrainingDataStore.inMemory()
    _ = try await HistoryImport(file.path, into: other).run()
    #expect(try other.wholeResults() == store.wholeResults())
  }

  @Test("the history rebuilds what is known of the user's hearing")
  func replayed() throws {
    let store = try TrainingDataStore.inMemory()
    var lived = HearingModel()
    for index in 0..<30 {
      let completed = makePurity(
        interval: fifth, centOffset: index.isMultiple(of: 2) ? 20 : -9,
        answeredFirst: index % 5 != 4, at: tenOClock.addingTimeInterval(Double(index)))
      try store.save(completed)
      lived.add(completed)
    }
    let rebuilt = try store.hearing()
    #expect(rebuilt.purity.count == 30)
    #expect(rebuilt.purity.threshold(of: fifth) == lived.purity.threshold(of: fifth))
    #expect(rebuilt.intervals.melodic.count == 0 && rebuilt.intervals.harmonic.count == 0)
  }
}
