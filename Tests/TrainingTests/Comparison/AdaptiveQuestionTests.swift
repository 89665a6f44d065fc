import Foundation
import Music
import Testing

@testable import Training

@Suite("What the strategy adaptive asks")
struct AdaptiveQuestionTests {
  private let notes = (48...60).map { MIDINote($0) }
  private let fifth = DirectedInterval(.perfectFifth)

  /// Maps of a listener of 10 cents, after so many answers.
  private func maps(_ count: Int) -> ThresholdMaps {
    var maps = ThresholdMaps()
    for place in 0..<count {
      maps.add(
        UnisonAnswer(
          note: 48 + place % 13, condition: 0, day: 0, offset: place.isMultiple(of: 2) ? 20 : 6,
          isCorrect: place.isMultiple(of: 2) || place % 4 == 1))
    }
    return maps
  }

  private func questions(
    _ maps: ThresholdMaps, count: Int = 400, last: Int? = nil,
    within limits: ClosedRange<Double> = 0.1...100, seed: UInt64 = 1
  ) -> [AdaptiveQuestion] {
    var random = RandomSource(SeededGenerator(seed: seed))
    return (0..<count).map { _ in
      AdaptiveQuestion.unison(
        maps, among: notes, last: last.map { MIDINote($0) }, within: limits, using: &random)
    }
  }

  @Test("the same seed asks the same")
  func seeds() {
    #expect(questions(maps(30)) == questions(maps(30)))
    #expect(questions(maps(30)) != questions(maps(30), seed: 2))
  }

  @Test("the note is never the last one, unless there is no other")
  func lastNote() {
    #expect(questions(maps(30), last: 50).allSatisfy { $0.note != MIDINote(50) })
    var random = RandomSource(SeededGenerator(seed: 1))
    let only = AdaptiveQuestion.unison(
      maps(30), among: [MIDINote(50)], last: MIDINote(50), within: 0.1...100, using: &random)
    #expect(only.note == MIDINote(50))
  }

  @Test("the first five questions are easy: five times what is believed, within the limits")
  func firstQuestions() {
    #expect(questions(ThresholdMaps()).allSatisfy { abs(abs($0.offset) - 75) < 1e-9 })
    #expect(questions(ThresholdMaps(), within: 0.1...50).allSatisfy { abs($0.offset) == 50 })
  }

  @Test("after them about 6 in 100 are easy")
  func easyShare() {
    let maps = maps(60)
    let asked = questions(maps, count: 4000)
    let easy = asked.count { question in
      abs(abs(question.offset) / maps.thresholdToday(of: question.note.rawValue) - 5) < 1e-9
    }
    #expect((180...300).contains(easy))
  }

  @Test("both signs are asked alike, and every note")
  func signs() {
    let asked = questions(maps(60))
    #expect((160...240).contains(asked.count { $0.offset > 0 }))
    #expect(Set(asked.map(\.note)) == Set(notes))
  }

  @Test("the offset stays within the limits")
  func limits() {
    for question in questions(maps(60), within: 12...13) {
      #expect((12...13).contains(abs(question.offset)))
    }
  }

  @Test("an interval is asked on both sides, around the offset that is told right 85 times in 100")
  func intervals() {
    var maps = IntervalMaps()
    for place in 0..<40 {
      let offset = Double(place * 7 % 41) - 20.5
      maps.add(
        IntervalAnswer(
          interval: fifth, day: 0, offset: offset, isCorrect: (offset > 3) == (offset > 0)))
    }
    var random = RandomSource(SeededGenerator(seed: 4))
    let asked = (0..<600).map { _ in
      AdaptiveQuestion.interval(fifth, maps, among: notes, within: 0.1...100, using: &random)
    }
    #expect((250...350).contains(asked.count { $0.offset > 0 }))
    let aims = maps[fifth].beliefs.map { AdaptiveQuestion.offset($0) }
    let (least, most) = ((aims.min() ?? 0) * exp(-0.8), (aims.max() ?? 0) * exp(0.8))
    let within = asked.count { (least...most).contains(abs($0.offset)) }
    #expect(within > 500)
    let (shift, threshold) = maps.center(of: fifth)
    let easy = asked.count { abs(abs($0.offset) - (abs(shift) + 5 * threshold)) < 1e-9 }
    #expect((15...65).contains(easy))
  }
}
