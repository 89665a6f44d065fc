import Foundation
import Music
import Testing

@testable import Training

@Suite("The maps of thresholds")
struct ThresholdMapsTests {
  private typealias Trial = (
    note: Int, cents: Double, isCorrect: Bool, day: Int, condition: Int
  )

  private func answers(_ trials: [Trial]) -> [UnisonAnswer] {
    trials.map { trial in
      UnisonAnswer(
        note: trial.note, condition: trial.condition, day: trial.day,
        offset: abs(trial.cents), isCorrect: trial.isCorrect)
    }
  }

  private func maps(_ trials: [Trial]) -> ThresholdMaps {
    var maps = ThresholdMaps()
    for answer in answers(trials) { maps.add(answer) }
    return maps
  }

  private func expect(_ estimate: CentsEstimate, _ value: Double, _ low: Double, _ high: Double) {
    expectClose(estimate.value.rawValue, value)
    expectClose(estimate.low.rawValue, low)
    expectClose(estimate.high.rawValue, high)
  }

  private func asked(_ maps: ThresholdMaps, lapses place: Int) -> Double {
    AdaptiveQuestion.offset(
      for: MIDINote(60), maps.beliefs[place], condition: maps.condition, within: 0.1...1000)
  }

  private let first: [Trial] = [
    (60, 20, true, 0, 0), (60, -8, false, 0, 0), (64, 12, true, 1, 1),
  ]

  @Test("before the first answer, every note is believed to lie about 15 cents, and anywhere")
  func untrained() {
    expect(ThresholdMaps().threshold(of: 60), 15, 0.932_393_856, 241.314_331)
    expect(ThresholdMaps().level, 15, 0.932_393_856, 241.314_331)
    expectClose(asked(ThresholdMaps(), lapses: 0), 35.110_189_1)
  }

  @Test("a right answer: thresholds and weights")
  func rightAnswer() {
    let maps = maps(Array(first.prefix(1)))
    expect(maps.threshold(of: 60), 10.799_940_2, 0.740_352_461, 157.633_834)
    expectClose(maps.threshold(of: 72).value.rawValue, 11.058_190_4)
    expectClose(maps.weights.all[0], 0.243_894_866)
    expectClose(maps.weights.all[4], 0.108_709_803)
    expectClose(maps.weights.guessing, 0.033_411_332_9)
  }

  @Test("a wrong answer after it, and the difference that would be asked next")
  func wrongAnswer() {
    let maps = maps(Array(first.prefix(2)))
    expect(maps.threshold(of: 60), 25.036_881_2, 2.709_850_05, 220.726_157)
    expectClose(asked(maps, lapses: 4), 40.775_223_6)
  }

  @Test("another note, on another day, under another condition")
  func anotherCondition() {
    expect(maps(first).threshold(of: 60), 19.238_045_4, 1.958_889_23, 181.888_593)
  }

  @Test("forty answers: the drift, lapses, guessing, and the curve")
  func fortyAnswers() {
    let maps = maps((0..<40).map { (60 + $0 % 3, 10, $0 % 4 != 3, 0, 0) })
    expect(maps.threshold(of: 60), 10.279_027_5, 1.628_926_47, 33.897_171_0)
    expectClose(maps.weights.lapseRate, 0.077_436_142_3)
    expectClose(maps.probabilityOfGuessing, 0.001_529_938_70)
    let (fifth, sixth) = (maps.curve.bins[4], maps.curve.bins[5])
    #expect((fifth.correct, fifth.answers) == (20, 20))
    #expect((sixth.correct, sixth.answers) == (6, 15))
    expectClose((fifth.predicted ?? 0) * 20, 13.906_914_6)
    expectClose((sixth.predicted ?? 0) * 15, 10.857_056_7)
  }

  @Test("a note that no longer answers as it did is freed, whether replayed or not")
  func freedNote() {
    let trials: [Trial] =
      (0..<20).flatMap { _ -> [Trial] in [(60, 10, true, 0, 0), (67, 10, true, 0, 0)] }
      + (0..<10).map { _ in (64, 10, false, 0, 0) }
    let before = maps(trials.dropLast())
    expectClose(before.surprises[64].sum, 4.585_346_22)
    expectClose(before.surprises[64].variance, 0.489_132_836)
    let after = maps(trials)
    #expect(after.surprises[64].sum == 0)
    expectClose(after.threshold(of: 64).value.rawValue, 29.854_449_5)

    let more = trials + (0..<30).map { (64 + $0 % 2, 25, $0 % 5 != 0, $0 / 10, 0) }
    var replayed = ThresholdMaps()
    replayed.add(answers(more))
    let lived = maps(more)
    for note in 0..<128 { #expect(replayed.threshold(of: note) == lived.threshold(of: note)) }
    #expect(replayed.curve == lived.curve)
    #expect(replayed.count == lived.count)
    #expect(replayed.weights.all == lived.weights.all)
  }

  @Test("answers that do not depend on the difference look like guesses")
  func guesses() {
    let maps = maps((0..<40).map { (60 + $0 % 5, 100, $0.isMultiple(of: 2), 0, 0) })
    expectClose(maps.probabilityOfGuessing, 0.786_862_493)
  }

  @Test("another day makes the day's deviation unknown again, and nothing else")
  func anotherDay() {
    var maps = maps(Array(first.prefix(2)))
    let usual = maps.threshold(of: 60)
    let today = maps.thresholdToday(of: 60)
    maps.startDay(0)
    #expect(maps.thresholdToday(of: 60) == today)
    maps.startDay(1)
    #expect(maps.threshold(of: 60) == usual)
    #expect(maps.thresholdToday(of: 60) != today)
  }
}
