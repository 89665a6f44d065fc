import Foundation
import Music
import Testing

@testable import Training

@Suite("What is concluded from which of two was in tune")
struct PurityHearingTests {
  private let fifth = DirectedInterval(.perfectFifth)

  private func answer(_ offset: Double, _ isCorrect: Bool) -> IntervalAnswer {
    IntervalAnswer(interval: fifth, day: 0, offset: offset, isCorrect: isCorrect)
  }

  @Test("an answer is as likely as the psychometric function from one half says")
  func likelihood() {
    for (offset, isCorrect) in [(20.0, true), (-8, false), (3, true)] {
      var belief = IntervalBelief(lapseRate: 0.02, hasShift: false)
      let (mean, deviation) = (Foundation.log(20.0), 1.2)
      let right = zip(NormalNodes.positions, NormalNodes.weights).reduce(0.0) { sum, node in
        let threshold = exp(mean + deviation * node.0)
        let z = StandardNormal.upperQuartile * abs(offset) / threshold
        return sum + node.1 * (0.5 + 0.96 * (StandardNormal.cumulative(z) - 0.5))
      }
      let likelihood = belief.update(
        offset: offset, answeredHigher: isCorrect == (offset > 0))
      expectClose(likelihood, isCorrect ? right : 1 - right)
    }
  }

  @Test("the sign of a mistuning says nothing, and there is no shift")
  func symmetric() {
    var (mixed, plain) = (IntervalMaps(hasShift: false), IntervalMaps(hasShift: false))
    for index in 0..<60 {
      let (size, isCorrect) = (Double(4 + index % 17), index % 4 != 0)
      mixed.add(answer(index.isMultiple(of: 2) ? size : -size, isCorrect))
      plain.add(answer(size, isCorrect))
    }
    let (one, other) = (mixed.threshold(of: fifth), plain.threshold(of: fifth))
    for (value, expected) in [
      (one.value, other.value), (one.low, other.low), (one.high, other.high),
    ] {
      #expect(abs(value.rawValue / expected.rawValue - 1) < 1e-12)
    }
    #expect(mixed.shift(of: fifth).value == 0 && mixed.shift(of: fifth).high == 0)
    #expect(!mixed.isSurelyShifted(fifth))
  }

  @Test("what is learnt of purity stays apart from comparison, and unisons apart from intervals")
  func apart() {
    var hearing = HearingModel()
    for index in 0..<40 {
      hearing.add(
        ChoiceAnswer(
          .purity,
          note: MIDINote(60), interval: index.isMultiple(of: 2) ? fifth : .prime, centOffset: 10,
          isCorrect: true, date: Date(timeIntervalSince1970: Double(index))))
    }
    #expect(hearing.purity.count == 40)
    #expect(hearing.unison.harmonic.count == 0 && hearing.intervals.harmonic.count == 0)
    let unison = IntervalVerdicts(hearing.purity, of: .unison)
    #expect(unison.parts.map(\.interval) == [.prime] && unison.answers == 20)
    #expect(!unison.hasShift && unison.parts.allSatisfy { !$0.hasShift })
    #expect(IntervalVerdicts(hearing.purity).answers == 40)
    #expect(hearing.diary.activeDays.map(\.purities) == [40])
    let plain = hearing.plainPurity.profile.discrimination
    #expect(plain.unison.count == 20 && plain.interval[MIDINote(60)].mean == Cents(10))
    #expect(hearing.plainPurity.timeline.days(of: .interval).map(\.correct) == [20])
    #expect(hearing.plain.harmonic.profile == PerceptualProfile())
    #expect(hearing.plain.melodic.profile == PerceptualProfile())
  }

  @Test("the trend of one kind says nothing of the other")
  func trends() throws {
    var hearing = IntervalHearing(hasShift: false)
    for index in 0..<800 {
      let isFifth = index.isMultiple(of: 2)
      // The fifth is heard ever better, the unison as on the first day.
      let isWrong = index / 2 % 10 < (isFifth ? 5 - index / 160 : 3)
      hearing.add(
        IntervalAnswer(
          interval: isFifth ? fifth : .prime, day: index / 80, offset: 10, isCorrect: !isWrong))
    }
    let slopes = try [hearing.trend(of: .interval), hearing.trend(of: .unison), hearing.trend]
      .map { try #require($0).slope }
    #expect(slopes[0] < slopes[2] && slopes[2] < slopes[1])
    #expect(abs(slopes[1]) < 1e-6)
    #expect(IntervalVerdicts(hearing, of: .unison).trend.trend?.slope == slopes[1])
  }

  @Test("the records lead to what was lived")
  func replayed() {
    var (lived, replay) = (HearingModel(), HearingReplay())
    for index in 0..<300 {
      let answer = ChoiceAnswer(
        .purity,
        note: MIDINote(48 + index % 24), interval: fifth,
        centOffset: Cents(Double(index % 23) - 11), isCorrect: index % 5 != 0,
        date: Date(timeIntervalSince1970: Double(index) * 1000))
      lived.add(answer)
      replay.add(answer)
    }
    let rebuilt = replay.finish()
    #expect(rebuilt.purity.threshold(of: fifth) == lived.purity.threshold(of: fifth))
    #expect(rebuilt.purity.course(of: fifth) == lived.purity.course(of: fifth))
    #expect(rebuilt.purity.count == lived.purity.count)
    #expect(rebuilt.plainPurity.profile == lived.plainPurity.profile)
    #expect(rebuilt.plainPurity.trends == lived.plainPurity.trends)
  }
}
