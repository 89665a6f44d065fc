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
