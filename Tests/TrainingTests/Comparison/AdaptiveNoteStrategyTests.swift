import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Adaptive strategy")
@MainActor
struct AdaptiveNoteStrategyTests {
  private let strategy = AdaptiveNoteStrategy()
  private var settings = TrainingSettings(MockUserSettings())
  private var random = RandomSource(SeededGenerator(seed: 8))

  private mutating func next(
    _ thresholds: ThresholdMap = ThresholdMap(), after last: CompletedComparison? = nil,
    at interval: DirectedInterval = .prime, among notes: [MIDINote]? = nil
  ) -> Comparison {
    strategy.nextComparison(
      interval: interval, among: notes ?? settings.noteRange.notes(for: interval),
      settings: settings, profile: PitchDiscriminationProfile(), thresholds: thresholds, last: last,
      using: &random)
  }

  @Test("only a note that it may choose is asked, whatever is known; a single one again and again")
  mutating func leftOut() {
    let thresholds = map([(60, 20, true), (48, 5, false), (72, 3, true)])
    let notes = [40, 48, 61].map { MIDINote($0) }
    var asked: Set<MIDINote> = []
    for _ in 0..<300 { asked.insert(next(thresholds, among: notes).referenceNote) }
    #expect(asked == Set(notes))
    for _ in 0..<3 {
      #expect(next(thresholds, among: [MIDINote(48)]).referenceNote == MIDINote(48))
    }
  }

  private func map(_ answers: [(note: Int, cents: Double, isCorrect: Bool)]) -> ThresholdMap {
    var map = ThresholdMap()
    for answer in answers {
      map.update(
        note: MIDINote(answer.note), centOffset: Cents(answer.cents), isCorrect: answer.isCorrect)
    }
    return map
  }

  @Test("four answers in five are expected to be right")
  mutating func share() {
    let thresholds = map([(60, 20, true), (48, 5, false), (72, 3, true)])
    for _ in 0..<50 {
      let comparison = next(thresholds)
      let belief = thresholds.belief(about: comparison.referenceNote)
      let share = ThresholdNodes.probabilityCorrect(
        offset: comparison.centOffset.magnitude, mean: belief.mean, deviation: belief.deviation)
      #expect(abs(share - 0.8) < 1e-9 || comparison.centOffset.magnitude == 100)
    }
  }

  @Test("the difference stays within its limits")
  mutating func limits() {
    settings.centDifference = 0.1...100
    let keen = map((0..<400).map { (36 + $0 % 49, 0.1, true) })
    #expect(next(keen).centOffset.magnitude == 0.1)
    let dull = map((0..<400).map { (36 + $0 % 49, 100, $0.isMultiple(of: 2)) })
    #expect(next(dull).centOffset.magnitude == 100)
  }

  @Test(
    "the note is never the one just asked if there is another, and lies in the range",
    arguments: ["P1", "P8", "P8-"])
  mutating func notes(name: String) throws {
    let interval = try #require(DirectedInterval(name))
    settings.noteRange = try #require(NoteRange(lowest: 21, highest: 33))
    let allowed = settings.noteRange.references(for: interval)
    var map = ThresholdMap()
    var last: CompletedComparison?
    var higher = 0
    for _ in 0..<400 {
      let comparison = next(map, after: last, at: interval)
      #expect(allowed.count == 1 || comparison.referenceNote != last?.comparison.referenceNote)
      #expect(allowed.contains(comparison.referenceNote.rawValue))
      #expect(comparison.interval == interval)
      if comparison.isTargetHigher { higher += 1 }
      map.update(
        note: comparison.referenceNote, centOffset: comparison.centOffset,
        isCorrect: Bool.random(using: &random))
      last = CompletedComparison(
        id: UUID(), comparison: comparison, answeredHigher: true,
        tuningSystem: .equalTemperament, timestamp: .now)
    }
    // Six standard deviations about the half.
    #expect((140...260).contains(higher))
  }

  @Test("half of the time any note, else one that teaches or a weak one")
  mutating func shares() {
    // All but one note are well known: it teaches most, and may be the weakest.
    let thresholds = map((0..<1200).map { (36 + $0 % 48, 8, $0 % 10 < 7) })
    var unknown = 0
    for _ in 0..<400 where next(thresholds).referenceNote == MIDINote(84) { unknown += 1 }
    // A quarter for teaching, a little for chance, much of the quarter for the weak; six deviations.
    #expect((60...260).contains(unknown))
  }

  @Test("the same seed, the same choices")
  mutating func reproducible() {
    var again = AdaptiveNoteStrategyTests()
    let thresholds = map([(60, 20, true), (50, 20, false)])
    for _ in 0..<20 { #expect(next(thresholds) == again.next(thresholds)) }
  }
}
