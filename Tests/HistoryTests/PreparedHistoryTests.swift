import Foundation
import GRDB
import Music
import Testing
import Training

@testable import History

@MainActor
@Suite("What a first trial needs is read from the newest answers on")
struct PreparedHistoryTests {
  private let store: TrainingDataStore
  private let fifth = DirectedInterval(.perfectFifth)

  init() throws { store = try .inMemory() }

  /// Six unisons and three fifths one after the other, every third of each together.
  private func fill() throws {
    for index in 0..<9 {
      var context = TrialContext()
      context.presentation = index % 3 == 2 ? .harmonic : index % 3 == 1 ? .melodic : nil
      let interval = index < 6 ? DirectedInterval.prime : fifth
      let time = tenOClock.addingTimeInterval(Double(index))
      try store.save(makeComparison(interval: interval, at: time, context: context))
      try store.save(makePitchMatching(interval: interval, at: time, context: context))
      try store.save(makePurity(interval: interval, at: time, context: context))
    }
  }

  @Test("the last comparisons of a kind are found, and whether there are older ones")
  func comparisons() async throws {
    try fill()
    let need = HearingNeed.comparisons(.unison, .melodic)
    let whole = try await store.prepared(for: need)
    #expect(whole.hearing.unison.melodic.count == 4 && !whole.isProvisional)
    let some = try await store.prepared(for: need, window: HearingWindow(count: 3))
    #expect(some.hearing.unison.melodic.count == 3 && some.isProvisional)
    let fifths = try await store.prepared(
      for: .comparisons(.interval, .harmonic), window: HearingWindow(count: 3))
    #expect(fifths.hearing.intervals.harmonic.count == 1 && !fifths.isProvisional)
  }

  @Test("the rest is read as it was then, and whoever waits gets the same as who awaits it")
  func preparation() async throws {
    try fill()
    for need in [HearingNeed.comparisons(.unison, .melodic), .purities] {
      let some = try await store.prepared(for: need, window: HearingWindow(count: 2))
      try store.save(makeComparison(at: tenOClock.addingTimeInterval(60)))
      try store.save(makePurity(at: tenOClock.addingTimeInterval(60)))
      let preparation = try #require(store.preparation(after: some))
      let awaited = try await preparation.value
      let whole = try await store.prepared(for: need)
      #expect(!awaited.isProvisional && store.preparation(after: whole) == nil)
      let waited = preparation.wait()
      if need == .purities {
        // The one that was saved for the comparisons is among them.
        #expect(awaited.hearing.purity.count == 10)
        #expect(waited?.hearing.purity.count == 10)
      } else {
        #expect(awaited.hearing.unison.melodic.count == 4)
        #expect(waited?.hearing.unison.melodic.count == 4)
      }
    }
  }

  @Test("a history that cannot be read is an error, and nobody waits for it in vain")
  func unreadable() async {
    let lost = HistoryPreparation { () throws(DataStoreError) -> PreparedHistory in
      throw .fetchFailed(.closed)
    }
    #expect(lost.wait() == nil)
    await #expect(throws: DataStoreError.fetchFailed(.closed)) { try await lost.value }
  }

  @Test("the spread of the matchings of each kind follows from the last of that kind")
  func matchings() async throws {
    for index in 0..<450 {
      let interval = index < 30 ? fifth : .prime
      try store.save(
        CompletedPitchMatching(
          id: UUID(),
          challenge: PitchMatchingChallenge(
            referenceNote: MIDINote(60), interval: interval,
            initialCentOffset: Cents(Double(index * 37 % 181) - 90)),
          userCentError: Cents(Double(index * 7 % 23) - 11),
          tuningSystem: .equalTemperament,
          timestamp: tenOClock.addingTimeInterval(Double(index))))
    }
    let prepared = try await store.prepared(for: .matchings, window: .firstTrial)
    let whole = try await store.replayed(after: try await store.prepared(for: nil))
    #expect(!prepared.isProvisional)
    for kind in TrainingKind.allCases {
      #expect(prepared.hearing.matchings[kind].melodic.count == (kind == .unison ? 200 : 30))
      let (first, all) = (
        prepared.hearing.matchings[kind].melodic.fit, whole.hearing.matchings[kind].melodic.fit
      )
      #expect(first != nil && first == all)
    }
  }

  @Test("answers of a kind are found by their own index, without sorting, also if there are none")
  func plan() throws {
    for (table, isUnison) in [("comparisonRecord", true), ("pitchMatchingRecord", false)] {
      let plan = try store.strings(
        """
        EXPLAIN QUERY PLAN SELECT * FROM \(table)
        WHERE (timestamp, sequence) < (5, 6) AND timestamp IS NOT NULL AND sequence <= 7
          AND \(Schema.condition(isUnison: isUnison, isHarmonic: true)) AND withdrawn IS NOT 1
        ORDER BY timestamp DESC, sequence DESC LIMIT 8
        """, column: "detail")
      #expect(plan.count == 1)
      #expect(plan.first??.contains("USING INDEX \(table)_kind (<expr>=? AND <expr>=?") == true)
    }
    for type in RecordedResult.types {
      let table = type.databaseTableName
      let plan = try store.strings(
        """
        EXPLAIN QUERY PLAN SELECT timestamp FROM \(table)
        WHERE run IS NOT NULL AND withdrawn IS NOT 1
        ORDER BY timestamp DESC, sequence DESC LIMIT 8
        """, column: "detail")
      #expect(plan == ["SCAN \(table) USING INDEX \(table)_run"])
    }
  }
}
