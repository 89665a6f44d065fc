import Foundation
import GRDB
import Music
import Testing
import Training

@testable import History

@MainActor
@Suite("Records of which of three differed")
struct OddOneRecordTests {
  private func completed(_ oddPlace: Int, _ answered: Int, seconds: Double = 0) -> CompletedTrial {
    var context = TrialContext()
    (context.participant, context.heard) = ("07", 1)
    return CompletedTrial(
      id: UUID(), .oddOne,
      challenge: Challenge(
        referenceNote: MIDINote(60), interval: DirectedInterval(.perfectFifth), centOffset: 8.25,
        oddPlace: oddPlace), answer: .place(answered), tuningSystem: .equalTemperament,
      timestamp: tenOClock.addingTimeInterval(seconds), context: context)
  }

  @Test("a record is stored and read as it was; damage is refused")
  func stored() throws {
    let store = try TrainingDataStore.inMemory()
    try store.save(completed(3, 2))
    let record = try #require(try store.wholeResults().first)
    #expect(record.measures.oddPlace == 3 && record.measures.answeredPlace == 2)
    #expect(record.measures.isCorrect == false && record.measures.centOffset == 8.25)
    #expect(try store.recordCounts()[.oddOne] == 1)
    for assignment in ["oddPlace = 4", "oddPlace = NULL", "answeredPlace = 0", "isFirstTrue = 1"] {
      #expect(throws: DatabaseError.self) { try store.execute("UPDATE result SET \(assignment)") }
    }
    try store.save(makeComparison())
    #expect(throws: DatabaseError.self) {
      try store.execute("UPDATE result SET oddPlace = 1 WHERE training = 'comparison'")
    }
  }

  @Test("what was exported is imported as it was", arguments: [ExportFormat.csv, .jsonLines])
  func exchange(format: ExportFormat) async throws {
    let directory = try TemporaryDirectory()
    let store = try TrainingDataStore(url: directory.database)
    for index in 1...3 { try store.save(completed(index, 4 - index, seconds: Double(index))) }
    try store.save(makePurity())
    let file = directory.url.appendingPathComponent("export")
    _ = try await HistoryExport(of: store, to: file.path, as: format).run()
    let other = try TrainingDataStore.inMemory()
    _ = try await HistoryImport(file.path, into: other).run()
    #expect(try other.wholeResults() == store.wholeResults())
    // The same once more is nothing new.
    _ = try await HistoryImport(file.path, into: other).run()
    #expect(try other.wholeResults().count == 4)
  }
}
