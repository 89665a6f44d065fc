import Foundation
import Music
import Testing

@testable import Training

@Suite("The maps of intervals")
struct IntervalMapsTests {
  private func answer(_ offset: Double, higher: Bool) -> IntervalAnswer {
    IntervalAnswer(interval: fifth, day: 0, offset: offset, isCorrect: higher == (offset > 0))
  }

  private let fifth = DirectedInterval(.perfectFifth)

  @Test("three answers: the shift, the threshold and the next offset")
  func threeAnswers() {
    var maps = IntervalMaps()
    maps.add(answer(30, higher: true))
    maps.add(answer(-30, higher: false))
    maps.add(answer(10, higher: false))
    let (shift, threshold) = (maps.shift(of: fifth), maps.threshold(of: fifth))
    expectClose(shift.value.rawValue, 8.841_794_16)
    expectClose(shift.low.rawValue, -18.586_772_1)
    expectClose(shift.high.rawValue, 36.061_838_7)
    expectClose(threshold.value.rawValue, 16.867_811_5)
    expectClose(threshold.low.rawValue, 2.595_674_36)
    expectClose(threshold.high.rawValue, 109.623_938)
    expectClose(AdaptiveQuestion.offset(maps[fifth].beliefs[0]), 40.329_644_0)
  }

  @Test("what is learnt of one interval says nothing of another, but of the lapses")
  func apart() {
    var maps = IntervalMaps()
    maps.add(answer(60, higher: false))
    let third = DirectedInterval(.majorThird, .down)
    expectClose(maps.shift(of: third).high.rawValue, IntervalMaps().shift(of: third).high.rawValue)
    #expect(maps.weights.lapseRate > LapseWeights().lapseRate)
    #expect(maps.askedIntervals == [fifth])
  }

  @Test("the course of an interval has the threshold of each day on which it was asked")
  func course() {
    let third = DirectedInterval(.majorThird, .down)
    let answers = (0..<90).map { place in
      IntervalAnswer(
        interval: place % 3 == 0 && place < 60 ? third : fifth, day: place / 30,
        offset: place.isMultiple(of: 2) ? 40 : -12, isCorrect: place % 5 != 0)
    }
    var (lived, replayed) = (IntervalMaps(), IntervalMaps())
    var ends: [CentsEstimate] = []
    for (place, answer) in answers.enumerated() {
      lived.add(answer)
      if place % 30 == 29 { ends.append(lived.threshold(of: fifth)) }
    }
    // In two parts, so that a day goes on from one to the other.
    replayed.add(Array(answers[..<40]))
    replayed.add(Array(answers[40...]))
    for interval in [fifth, third] {
      #expect(lived.course(of: interval) == replayed.course(of: interval))
    }
    #expect(lived.course(of: fifth).map(\.level) == ends)
    #expect(lived.course(of: fifth).map(\.answers) == [20, 20, 30])
    #expect(lived.course(of: third).map(\.day) == [0, 1])
    #expect(lived.course(of: .prime).isEmpty)
    #expect(lived.threshold(of: third) == replayed.threshold(of: third))
  }

  @Test("a point that sounds true 8 cents too high is found, with a fine threshold")
  func shifted() {
    var maps = IntervalMaps()
    var random = RandomSource(SeededGenerator(seed: 5))
    for _ in 0..<500 {
      let question = AdaptiveQuestion.interval(
        fifth, maps, among: [MIDINote(60)], within: 0.1...100, using: &random)
      let isHigher = question.offset + 5 / StandardNormal.upperQuartile * random.nextNormal() > 8
      maps.add(answer(question.offset, higher: isHigher))
    }
    #expect(abs(maps.shift(of: fifth).value.rawValue - 8) < 2)
    #expect(maps.isSurelyShifted(fifth))
    #expect((3.5...7).contains(maps.threshold(of: fifth).value.rawValue))
  }
}
