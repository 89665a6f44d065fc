import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Kazez strategy")
@MainActor
struct KazezNoteStrategyTests {
  private let strategy = KazezNoteStrategy()
  private var random = RandomSource(SeededGenerator(seed: 42))

  private func last(_ offset: Double, isCorrect: Bool) -> CompletedTrial {
    CompletedTrial(
      id: UUID(),
      comparison: Challenge(
        referenceNote: MIDINote(60), interval: .prime, centOffset: Cents(offset)),
      answeredHigher: (offset > 0) == isCorrect, tuningSystem: .equalTemperament, timestamp: .now)
  }

  private mutating func difference(
    after last: CompletedTrial?, hearing: HearingModel = HearingModel()
  ) -> Double {
    strategy.nextComparison(
      interval: .prime, among: [MIDINote(60)], presentation: .melodic, hearing: hearing,
      last: last, using: &random
    ).centOffset.magnitude
  }

  @Test(
    "a right answer narrows the difference, a wrong one widens it",
    arguments: [
      // P·(1 − 0.05·√P) and P·(1 + 0.09·√P), by hand.
      (100.0, true, 50.0), (-100, true, 50), (25, true, 18.75), (4, true, 3.6), (1, true, 0.95),
      (25, false, 36.25), (-4, false, 4.72), (1, false, 1.09), (36, false, 55.44),
    ])
  mutating func formula(offset: Double, isCorrect: Bool, expected: Double) {
    #expect(abs(difference(after: last(offset, isCorrect: isCorrect)) - expected) < 1e-12)
  }

  @Test("the difference stays within its limits")
  mutating func limits() {
    #expect(difference(after: last(100, isCorrect: false)) == 100)
    #expect(difference(after: last(0.1, isCorrect: true)) == 0.1)
    func narrow(_ difference: Cents) -> Double {
      KazezStaircase.offset(difference, within: 5...40, using: &random).magnitude
    }
    #expect(narrow(KazezStaircase.difference(after: last(60, isCorrect: false))) == 40)
    #expect(narrow(KazezStaircase.difference(after: last(5, isCorrect: true))) == 5)
    #expect(narrow(KazezStaircase.initialDifference) == 40)
  }

  @Test("the first comparison starts from the profile, or from 100 cents without one")
  mutating func first() {
    #expect(difference(after: nil) == 100)
    let two = hearing(10, -20)
    #expect(difference(after: nil, hearing: two) == 15)
    #expect(difference(after: last(25, isCorrect: true), hearing: two) == 18.75)
    #expect(difference(after: nil, hearing: hearing(0.01)) == 0.1)
    #expect(difference(after: nil, hearing: hearing(250)) == 100)
  }

  /// After unisons on a note each.
  private func hearing(_ offsets: Double...) -> HearingModel {
    var hearing = HearingModel()
    for (place, offset) in offsets.enumerated() {
      hearing.addComparison(
        note: MIDINote(60 + place), centOffset: Cents(offset), isCorrect: true, interval: .prime,
        date: Date(timeIntervalSince1970: 0))
    }
    return hearing
  }

  @Test("2 000 comparisons follow the formula and stay in range", arguments: [1, 2, 3] as [UInt64])
  func longRun(seed: UInt64) throws {
    var random = RandomSource(SeededGenerator(seed: seed))
    let range = try #require(NoteRange(lowest: 21, highest: 108))
    var previous: CompletedTrial?
    var expected = 100.0
    var higher = 0
    for index in 0..<2_000 {
      let interval = DirectedInterval.all[index % DirectedInterval.all.count]
      let comparison = strategy.nextComparison(
        interval: interval, among: range.notes(for: interval), presentation: .melodic,
        hearing: HearingModel(), last: previous, using: &random)
      #expect(abs(comparison.centOffset.magnitude - expected) < 1e-9)
      #expect((0.1...100).contains(comparison.centOffset.magnitude))
      #expect((21...108).contains(comparison.referenceNote.rawValue))
      #expect(comparison.interval == interval)
      if comparison.isTargetHigher { higher += 1 }
      let isCorrect = Double.random(in: 0..<1, using: &random) < 0.7
      previous = CompletedTrial(
        id: UUID(), comparison: comparison,
        answeredHigher: comparison.isTargetHigher == isCorrect, tuningSystem: .equalTemperament,
        timestamp: .now)
      let p = expected
      expected = isCorrect ? p - 0.05 * p * p.squareRoot() : p + 0.09 * p * p.squareRoot()
      expected = min(max(expected, 0.1), 100)
    }
    // Six standard deviations about the half.
    #expect((866...1134).contains(higher))
  }

  @Test("only a note that it may choose is a reference note, equally often")
  func leftOut() {
    var random = RandomSource(SeededGenerator(seed: 5))
    var counts: [Int: Int] = [:]
    for _ in 0..<3_000 {
      let comparison = strategy.nextComparison(
        interval: .prime, among: [40, 60, 61].map { MIDINote($0) }, presentation: .melodic,
        hearing: HearingModel(), last: nil, using: &random)
      counts[comparison.referenceNote.rawValue, default: 0] += 1
    }
    #expect(counts.keys.sorted() == [40, 60, 61])
    // Six standard deviations about the mean.
    #expect(counts.values.allSatisfy { (845...1155).contains($0) })
  }

  @Test("every note of the range is a reference note, equally often")
  func references() throws {
    var random = RandomSource(SeededGenerator(seed: 5))
    let range = try #require(NoteRange(lowest: 60, highest: 72))
    var counts: [Int: Int] = [:]
    for _ in 0..<13_000 {
      let comparison = strategy.nextComparison(
        interval: .prime, among: range.notes(for: .prime), presentation: .melodic,
        hearing: HearingModel(), last: nil, using: &random)
      counts[comparison.referenceNote.rawValue, default: 0] += 1
    }
    #expect(counts.keys.sorted() == Array(60...72))
    // Six standard deviations about the mean.
    #expect(counts.values.allSatisfy { (818...1182).contains($0) })
  }
}
