import Foundation
import GRDB
import Music
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
    #expect(try store.allComparisons(size: batchSize).map(\.id) == saved.map(\.id))
  }

  @Test("the results of all trainings are read in order of time")
  func results() throws {
    let comparisons = [2.0, 1].map { makeComparison(at: tenOClock.addingTimeInterval($0)) }
    let matching = makePitchMatching()
    for completed in comparisons { try store.save(completed) }
    try store.save(matching)
    var ids: [UUID] = []
    try store.forEachResult { ids.append($0.id) }
    #expect(ids == [matching.id, comparisons[1].id, comparisons[0].id])
  }

  @Test("no record is lost or doubled at a batch's edge", arguments: [1, 2, 3, 7, 20, 21])
  func batches(batchSize: Int) throws {
    let saved = (0..<20).map { index in
      makePitchMatching(at: tenOClock.addingTimeInterval(Double(index / 3) / 1000))
    }
    for completed in saved { try store.save(completed) }
    #expect(try store.allPitchMatchings(size: batchSize).map(\.id) == saved.map(\.id))
  }

  @Test("what is saved while reading is left for the next time")
  func savingMeanwhile() throws {
    for _ in 0..<4 { try store.save(makeComparison()) }
    var count = 0
    var pages = try store.pages(size: 2)
    while !pages.isAtEnd {
      for _ in try store.nextPage(of: &pages) {
        count += 1
        try store.save(makeComparison(at: tenOClock.addingTimeInterval(60)))
      }
    }
    #expect(count == 4)
    #expect(try store.comparisonCount() == 8)
  }

  @Test("reading stops where the reader throws")
  func throwingReader() throws {
    for _ in 0..<3 { try store.save(makePitchMatching()) }
    var count = 0
    #expect(throws: CancellationError.self) {
      try store.forEachResult { _ in
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
      EXPLAIN QUERY PLAN SELECT * FROM result
      WHERE (timestamp, sequence) > (5, 6) AND sequence <= 7 ORDER BY timestamp, sequence LIMIT 8
      """, column: "detail")
    #expect(
      plan == ["SEARCH result USING INDEX result_timestamp (timestamp>?)"])
  }

  @Test("answers of a kind are found by their index, without sorting, also if there are none")
  func kinds() throws {
    let plan = try store.strings(
      """
      EXPLAIN QUERY PLAN SELECT * FROM result
      WHERE training = 'matching' AND (interval <> 'P1') = 1 AND (presentation IS 'harmonic') = 0
        AND (timestamp, sequence) < (5, 6) AND withdrawn IS NOT 1
      ORDER BY timestamp DESC, sequence DESC LIMIT 8
      """, column: "detail")
    #expect(plan.count == 1)
    #expect(plan.first??.contains("USING INDEX result_kind (training=? AND <expr>=? AND") == true)
  }

  @Test("what a first trial needs is the last answers of its kind, as if all were read")
  func needed() async throws {
    let fifth = DirectedInterval(.perfectFifth)
    for index in 0..<30 {
      var context = TrialContext()
      context.presentation = index % 3 == 2 ? .harmonic : index % 3 == 1 ? .melodic : nil
      let interval = index < 20 ? DirectedInterval.prime : fifth
      let time = tenOClock.addingTimeInterval(Double(index))
      try store.save(makeComparison(interval: interval, at: time, context: context))
      try store.save(makePitchMatching(interval: interval, at: time, context: context))
      try store.save(makePurity(interval: interval, at: time, context: context))
    }
    let whole = try await store.reread().outcome().hearing
    let unison = try await store.hearing(for: .comparisons([.unison], .melodic))
    #expect(unison.unison.melodic.level == whole.unison.melodic.level)
    #expect(unison.unison.melodic.count == 14 && unison.intervals.melodic.count == 0)
    let both = try await store.hearing(for: .comparisons([.unison, .interval], .harmonic))
    #expect(both.unison.harmonic.count == 6 && both.intervals.harmonic.count == 4)
    let purity = try await store.hearing(for: .purities)
    #expect(purity.purity.count == 30)
    #expect(purity.purity.threshold(of: fifth) == whole.purity.threshold(of: fifth))
    let matchings = try await store.hearing(for: .matchings)
    #expect(matchings.matchings.unison.melodic.fit == whole.matchings.unison.melodic.fit)
  }

  private func advance(_ mark: inout HistoryMark, isOwn: Bool) throws -> [RecordedResult]? {
    let next = try store.read { [mark] in try mark.advanced(in: $0, isOwn: isOwn) }
    mark = try next?.mark ?? store.mark()
    return next?.added
  }

  @Test("results that others have added are found; an older, a deleted or a withdrawn one is told")
  func news() throws {
    try store.save(makeComparison())
    var mark = try store.mark()
    let added = [makeComparison(at: tenOClock + 1), makeComparison(at: tenOClock + 2)]
    for result in added { try store.save(result) }
    #expect(try advance(&mark, isOwn: false)?.map(\.id) == added.map(\.id))
    #expect(try advance(&mark, isOwn: false) == [])
    try store.save(makeComparison(at: tenOClock + 3))
    #expect(try advance(&mark, isOwn: true) == [])
    #expect(try advance(&mark, isOwn: false) == [])
    try store.withdraw(id: added[0].id)
    #expect(try advance(&mark, isOwn: false) == nil)
    try store.save(makeComparison(at: tenOClock - 60))
    #expect(try advance(&mark, isOwn: false) == nil)
    try store.execute("DELETE FROM result WHERE id = '\(added[1].id.storedText)'")
    #expect(try advance(&mark, isOwn: false) == nil)
    #expect(try advance(&mark, isOwn: false) == [])
  }
}
