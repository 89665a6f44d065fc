import Foundation
import GRDB
import Testing
import Training

@testable import History

@MainActor
@Suite("Records are read in order of time, in batches")
struct RecordOrderTests {
  let store: TrainingDataStore

  init() throws { store = try .inMemory() }

  @Test("an older record saved later comes first")
  func time() throws {
    let times = [3.0, 1, 2].map { tenOClock.addingTimeInterval($0) }
    for time in times { try store.save(makeComparison(at: time)) }
    for time in times { try store.save(makePitchMatching(at: time)) }
    #expect(try store.allComparisons().map(\.timestamp) == times.sorted())
    #expect(try store.allPitchMatchings().map(\.timestamp) == times.sorted())
  }

  @Test("equal times keep the order of arrival across batches", arguments: [1, 2, 3, 4, 5, 6, 100])
  func equalTimes(batchSize: Int) throws {
    let saved = (0..<5).map { _ in makeComparison() }
    for completed in saved { try store.save(completed) }
    #expect(try store.allComparisons(batchSize: batchSize).map(\.id) == saved.map(\.id))
  }

  @Test("the results of all trainings are read, those of each in order of time")
  func results() throws {
    let comparisons = [2.0, 1].map { makeComparison(at: tenOClock.addingTimeInterval($0)) }
    let matching = makePitchMatching()
    for completed in comparisons { try store.save(completed) }
    try store.save(matching)
    var ids: [UUID] = []
    try store.forEachResult { ids.append($0.id) }
    #expect(ids == [comparisons[1].id, comparisons[0].id, matching.id])
  }

  @Test("no record is lost or doubled at a batch's edge", arguments: [1, 2, 3, 7, 20, 21])
  func batches(batchSize: Int) throws {
    let saved = (0..<20).map { index in
      makePitchMatching(at: tenOClock.addingTimeInterval(Double(index / 3) / 1000))
    }
    for completed in saved { try store.save(completed) }
    #expect(try store.allPitchMatchings(batchSize: batchSize).map(\.id) == saved.map(\.id))
  }

  @Test("an empty history is read to its end")
  func empty() throws {
    var records = try store.records(of: ComparisonRecord.self)
    #expect(try records.next() == nil)
    #expect(try records.next() == nil)
  }

  @Test("what is saved while reading is left for the next time")
  func savingMeanwhile() throws {
    for _ in 0..<4 { try store.save(makeComparison()) }
    var count = 0
    try store.forEach(ComparisonRecord.self, batchSize: 2) { _ in
      count += 1
      try store.save(makeComparison(at: tenOClock.addingTimeInterval(60)))
    }
    #expect(count == 4)
    #expect(try store.comparisonCount() == 8)
  }

  @Test("reading stops where the reader throws")
  func throwingReader() throws {
    for _ in 0..<3 { try store.save(makePitchMatching()) }
    var count = 0
    #expect(throws: CancellationError.self) {
      try store.forEach(PitchMatchingRecord.self, batchSize: 2) { _ in
        count += 1
        throw CancellationError()
      }
    }
    #expect(count == 1)
  }

  @Test("a batch is found by the index and needs no sorting")
  func plan() throws {
    let plan = try store.strings(
      """
      EXPLAIN QUERY PLAN SELECT * FROM comparisonRecord
      WHERE (timestamp, sequence) > (5, 6) AND sequence <= 7 ORDER BY timestamp, sequence LIMIT 8
      """, column: "detail")
    #expect(
      plan == ["SEARCH comparisonRecord USING INDEX comparisonRecord_timestamp (timestamp>?)"])
  }
}
