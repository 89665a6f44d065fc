import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Adaptive strategy")
@MainActor
struct AdaptiveNoteStrategyTests {
  private let strategy = AdaptiveNoteStrategy()
  private let settings = MockUserSettings()
  private var random = RandomSource(SeededGenerator(seed: 8))

  private mutating func next(
    _ hearing: HearingModel = HearingModel(), after last: CompletedTrial? = nil,
    at interval: DirectedInterval = .prime, among notes: [MIDINote]? = nil
  ) -> Challenge {
    strategy.nextComparison(
      interval: interval, among: notes ?? settings.noteRange.notes(for: interval),
      presentation: settings.presentation, hearing: hearing, last: last, using: &random)
  }

  private func hearing(
    _ answers: [(note: Int, cents: Double, isCorrect: Bool)], at interval: DirectedInterval = .prime
  ) -> HearingModel {
    var hearing = HearingModel()
    for answer in answers {
      hearing.addComparison(
        note: MIDINote(answer.note), centOffset: Cents(answer.cents),
        isCorrect: answer.isCorrect, interval: interval, date: Date(timeIntervalSince1970: 0))
    }
    return hearing
  }

  @Test("only a note that it may choose is asked, whatever is known; a single one again and again")
  mutating func leftOut() {
    let hearing = hearing([(60, 20, true), (48, 5, false), (72, 3, true)])
    let notes = [40, 48, 61].map { MIDINote($0) }
    var asked: Set<MIDINote> = []
    for _ in 0..<300 { asked.insert(next(hearing, among: notes).referenceNote) }
    #expect(asked == Set(notes))
    for _ in 0..<3 {
      #expect(next(hearing, among: [MIDINote(48)]).referenceNote == MIDINote(48))
    }
  }

  @Test("what is asked follows the hearing of the presentation that is trained, and of no other")
  mutating func presentations() {
    // One after the other this listener tells everything; together, nothing but large differences.
    var hearing = HearingModel()
    for index in 0..<300 {
      var context = TrialContext()
      context.presentation = index.isMultiple(of: 2) ? .melodic : .harmonic
      let isFine = context.presentation == .melodic
      hearing.add(
        ChoiceAnswer(
          .comparison,
          note: MIDINote(60), interval: .prime, centOffset: isFine ? 1 : 60,
          isCorrect: isFine || index % 8 != 3, date: Date(timeIntervalSince1970: 0),
          context: context))
    }
    var middle: [Presentation: Double] = [:]
    for presentation in Presentation.allCases {
      settings.presentation = presentation
      var differences: [Double] = []
      for _ in 0..<50 { differences.append(next(hearing).centOffset.magnitude) }
      middle[presentation] = differences.sorted()[25]
    }
    #expect((middle[.melodic] ?? 100) < 10)
    #expect((middle[.harmonic] ?? 0) > 30)
  }

  @Test("the difference stays within its limits")
  mutating func limits() {
    let keen = hearing((0..<400).map { (36 + $0 % 49, 0.1, true) })
    let dull = hearing((0..<400).map { (36 + $0 % 49, 100, $0.isMultiple(of: 2)) })
    for _ in 0..<50 {
      #expect((0.1...100).contains(next(keen).centOffset.magnitude))
      #expect(next(dull).centOffset.magnitude == 100)
    }
  }

  @Test(
    "the note lies in the range, and of unisons is never the one just asked if there is another",
    arguments: ["P1", "P8", "P8-"])
  mutating func notes(name: String) throws {
    let interval = try #require(DirectedInterval(name))
    settings.noteRange = try #require(NoteRange(lowest: 21, highest: 33))
    let allowed = settings.noteRange.references(for: interval)
    var hearing = HearingModel()
    var last: CompletedTrial?
    var higher = 0
    for _ in 0..<400 {
      let comparison = next(hearing, after: last, at: interval)
      #expect(interval != .prime || comparison.referenceNote != last?.challenge.referenceNote)
      #expect(allowed.contains(comparison.referenceNote.rawValue))
      #expect(comparison.interval == interval)
      if comparison.isTargetHigher { higher += 1 }
      let completed = CompletedTrial(
        id: UUID(), comparison: comparison, answeredHigher: Bool.random(using: &random),
        tuningSystem: .equalTemperament, timestamp: Date(timeIntervalSince1970: 0))
      hearing.add(completed)
      last = completed
    }
    // Six standard deviations about the half.
    #expect((140...260).contains(higher))
  }

  @Test("half of the time any note, else one that teaches or a weak one")
  mutating func shares() {
    // All but one note are well known: it teaches most, and may be the weakest.
    let hearing = hearing((0..<1200).map { (36 + $0 % 48, 8, $0 % 10 < 7) })
    var unknown = 0
    for _ in 0..<400 where next(hearing).referenceNote == MIDINote(84) { unknown += 1 }
    // Chance alone gives 8.
    #expect((30...260).contains(unknown))
  }

  @Test("an interval is asked by what is known of that interval")
  mutating func interval() {
    let fifth = DirectedInterval(.perfectFifth)
    let hearing = hearing(
      (0..<200).map { place in
        let offset = Double(place % 40) - 19.5
        return (60, offset, (offset > 8) == (offset > 0))
      }, at: fifth)
    func median(_ interval: DirectedInterval) -> Double {
      (0..<101).map { _ in next(hearing, at: interval).centOffset.magnitude }.median() ?? 0
    }
    #expect(median(fifth) < median(DirectedInterval(.majorThird)) / 2)
  }

  @Test("the same seed, the same choices")
  mutating func reproducible() {
    var again = AdaptiveNoteStrategyTests()
    let hearing = hearing([(60, 20, true), (50, 20, false)])
    for _ in 0..<20 { #expect(next(hearing) == again.next(hearing)) }
  }
}
