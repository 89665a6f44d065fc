import EarlierVersions
import Foundation
import GRDB
import Music
import Testing
import Training

@testable import History

@MainActor
@Suite("A history of an earlier version")
struct EarlierVersionTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Results of all trainings of a version, not in order of time, some at the same one.
  private func results(_ version: Int, run: UUID) -> [RecordedResult] {
    var context = version > 1 ? makeContext() : TrialContext()
    if version > 1 { context.run = run }
    return (0..<12).flatMap { index in
      let time = tenOClock + Double(index * 5 % 7)
      var results = [
        RecordedResult(
          makeComparison(centOffset: Cents(Double(index + 1)), at: time, context: context)),
        RecordedResult(
          makePitchMatching(
            interval: DirectedInterval(.majorThird, .down), error: Cents(Double(index)), at: time)),
      ]
      if version > 2 {
        results.append(
          RecordedResult(
            makePurity(centOffset: Cents(Double(index + 1)), at: time, context: context)))
      }
      if version > 3 {
        results.append(RecordedResult(makePlaying(note: 60 + index, at: time, context: context)))
      }
      return results
    }
  }

  @Test("keeps every value, and is numbered anew in order of time", arguments: 1...4)
  func lossless(version: Int) throws {
    let run = makeRun()
    let queue = try EarlierVersion.make(version, at: directory.database)
    let results = results(version, run: run.id)
    try EarlierVersion.store(results, of: version > 1 ? run : nil, in: queue)
    if version > 1 {
      try queue.write {
        try $0.execute(sql: "UPDATE comparisonRecord SET withdrawn = 1 WHERE sequence = 3")
      }
    }
    let withdrawn = results.filter { $0.training == .comparison }[2].id
    try queue.close()
    let store = try TrainingDataStore(url: directory.database)
    #expect(
      try store.pragma("user_version") == "\(Schema.version)"
        && store.pragma("journal_mode") == "delete")
    let sorted = results.enumerated().sorted {
      ($0.element.timestamp, $0.element.training.rawValue, $0.offset)
        < ($1.element.timestamp, $1.element.training.rawValue, $1.offset)
    }.map { _, result in
      var result = result
      if version > 1, result.id == withdrawn { result.withdraw() }
      return result
    }
    #expect(try store.wholeResults() == sorted)
    #expect(
      try store.integers("SELECT sequence FROM result ORDER BY timestamp, sequence")
        == Array(1...results.count))
    #expect(try store.contents.runs == (version > 1 ? [run] : []))
    #expect(try store.check(directory.recoveryPlaces).findings.isEmpty)
    for (view, training, _) in Schema.views {
      let count = results.count { $0.training == training }
      #expect(try store.integers("SELECT count(*) FROM \(view)") == [count])
    }
    try store.save(makePlaying())
    store.close()
    #expect(directory.names == ["training.sqlite"])
  }

  @Test("version 7 gets the odd one of three, and no row is touched")
  func version7() throws {
    let former = try TrainingDataStore(url: directory.database)
    for note in 60..<63 { try former.save(makeComparison(note: note)) }
    try former.save(makePurity())
    let results = try former.wholeResults()
    try former.execute(EarlierVersion.changes(to: 7))
    former.close()
    let narrow = try DatabaseQueue(path: directory.database.path)
    #expect(throws: DatabaseError.self) {
      try narrow.write { try $0.execute(sql: "UPDATE result SET oddPlace = NULL") }
    }
    try narrow.close()
    let store = try TrainingDataStore(url: directory.database)
    #expect(try store.pragma("user_version") == "8")
    #expect(try store.wholeResults() == results)
    let odd = CompletedTrial(
      id: UUID(), .oddOne, challenge: Challenge(referenceNote: MIDINote(60), interval: .prime),
      answer: .place(2), tuningSystem: .equalTemperament, timestamp: tenOClock)
    try store.save(odd)
    #expect(try store.wholeResults().contains(RecordedResult(odd)))
    #expect(try store.check(directory.recoveryPlaces).findings == [])
    #expect(try store.strings("PRAGMA integrity_check", column: "integrity_check") == ["ok"])
  }

  @Test("version 5 gets one more training, and no row is touched")
  func version5() throws {
    let former = try TrainingDataStore(url: directory.database)
    for note in 60..<63 { try former.save(makeComparison(note: note)) }
    let results = try former.wholeResults()
    try former.execute(EarlierVersion.changes(to: 5))
    former.close()
    let narrow = try DatabaseQueue(path: directory.database.path)
    #expect(throws: DatabaseError.self) {
      try narrow.write { try $0.execute(sql: "UPDATE result SET training = 'listening'") }
    }
    try narrow.close()
    let store = try TrainingDataStore(url: directory.database)
    #expect(try store.pragma("user_version") == "8")
    #expect(try store.wholeResults() == results)
    let heard = CompletedTrial(
      id: UUID(), .listening, challenge: Challenge(referenceNote: MIDINote(60), interval: .prime),
      answer: .heard, tuningSystem: .equalTemperament, timestamp: tenOClock)
    try store.save(heard)
    #expect(try store.wholeResults().last == RecordedResult(heard))
    #expect(try store.check(directory.recoveryPlaces).findings == [])
    #expect(try store.strings("PRAGMA integrity_check", column: "integrity_check") == ["ok"])
  }

  @Test("version 6 gets an index of the notes of maps, which it refuses to no training")
  func version6() throws {
    let former = try TrainingDataStore(url: directory.database)
    try former.save(makeComparison())
    let results = try former.wholeResults()
    try former.execute(EarlierVersion.changes(to: 6))
    former.close()
    let store = try TrainingDataStore(url: directory.database)
    #expect(try store.pragma("user_version") == "8")
    #expect(try store.wholeResults() == results)
    let names = try store.strings("SELECT name FROM sqlite_master", column: "name")
    #expect(names.contains("result_map"))
    try store.save(makeMapNote())
    #expect(try store.check(directory.recoveryPlaces).findings == [])
  }

  @Test("is read in a copy, and stays as it is")
  func readingOnly() throws {
    let queue = try EarlierVersion.make(4, at: directory.database)
    try EarlierVersion.store(results(4, run: UUID()), in: queue)
    let copies = ["", "-wal"].map { directory.database.path + $0 }
    let before = try copies.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    let reader = try TrainingDataStore.onlyForReading(directory.database)
    #expect(try reader.wholeResults().count == 48)
    reader.close()
    #expect(try copies.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == before)
    try queue.close()
  }

  @Test("which another Peach has open keeps its log, and results go there, until nobody has")
  func inUse() throws {
    let other = try EarlierVersion.make(4, at: directory.database)
    try EarlierVersion.store(results(4, run: UUID()), in: other)
    let store = try TrainingDataStore(url: directory.database)
    #expect(try store.pragma("journal_mode") == "wal")
    for _ in 1...3 { try store.save(makeComparison()) }
    #expect(try store.recordCounts().total == 51)
    #expect(throws: DatabaseError.self) {
      try other.write { try $0.execute(sql: "DELETE FROM comparisonRecord") }
    }
    try other.close()
    store.close()
    let again = try TrainingDataStore(url: directory.database)
    #expect(try again.pragma("journal_mode") == "delete")
    #expect(try again.recordCounts().total == 51)
  }

  @Test(
    "a row that breaks a limit comes along and is named; one of a wrong type is named and stays")
  func damaged() throws {
    let queue = try EarlierVersion.make(4, at: directory.database)
    try EarlierVersion.store(results(4, run: UUID()), in: queue)
    try queue.write {
      try $0.execute(
        sql: """
          PRAGMA ignore_check_constraints = ON;
          UPDATE purityRecord SET targetNote = 200 WHERE sequence = 2;
          """)
    }
    try queue.close()
    let store = try TrainingDataStore(url: directory.database)
    #expect(throws: DataStoreError.self) { try store.wholeResults() }
    #expect(try store.recordCounts().total == 48)
    store.close()

    let other = try TemporaryDirectory()
    let loose = try EarlierVersion.make(1, at: other.database)
    try loose.write {
      try $0.execute(
        sql: """
          DROP TABLE comparisonRecord;
          CREATE TABLE comparisonRecord (sequence INTEGER PRIMARY KEY, id, referenceNote, targetNote,
            centOffset, isCorrect, interval, tuningSystem, timestamp);
          INSERT INTO comparisonRecord VALUES (4, '\(UUID().storedText)', 60, 60, 1.0, 1, 'P1', 'equal', NULL);
          """)
    }
    try loose.close()
    let before = try Data(contentsOf: other.database)
    let row = UnreadableRow(table: "comparisonRecord", sequence: 4, column: "timestamp")
    #expect(openingFault(other.database) == .unreadable(row))
    #expect(try Data(contentsOf: other.database).count == before.count)
  }
}
