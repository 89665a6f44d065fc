import Testing

@testable import Training

@Suite("The trend of the thresholds")
struct ThresholdTrendTests {
  private func answers(days: Int, of count: Int, wrong: (Int) -> Int) -> [ThresholdTrend.Answer] {
    (0..<days).flatMap { day in
      (0..<count).map { place in
        ThresholdTrend.Answer(ratio: 1, day: day, isCorrect: place >= wrong(day))
      }
    }
  }

  @Test("six days, on each of which fewer answers are wrong than on the day before")
  func ascending() throws {
    let trend = try #require(
      ThresholdTrend(answers(days: 6, of: 40) { 12 - 2 * $0 }, lapseRate: 0.02))
    expectClose(trend.slope, -0.269_224_892)
    expectClose(trend.error, 0.020_998_537_1)
    expectClose(trend.probability, 0.000_213_321_887)
    #expect(trend.isClear)
    #expect(trend.monthlyChange.high < 0)
  }

  @Test("too few answers or days show no trend")
  func tooFew() {
    #expect(ThresholdTrend(answers(days: 6, of: 33) { _ in 5 }, lapseRate: 0.02) == nil)
    #expect(ThresholdTrend(answers(days: 4, of: 60) { _ in 5 }, lapseRate: 0.02) == nil)
  }

  @Test("days of few answers join the next, the last one the day before")
  func joinedDays() throws {
    let trend = try #require(
      ThresholdTrend(
        answers(days: 40, of: 6) { $0 % 2 }
          + [ThresholdTrend.Answer(ratio: 1, day: 40, isCorrect: true)], lapseRate: 0.02))
    #expect(trend.days.map(\.answers) == [Int](repeating: 12, count: 19) + [13])
    #expect(trend.days[0].day == 0.5)
  }

  @Test("days that are all alike show no change")
  func alike() throws {
    let trend = try #require(ThresholdTrend(answers(days: 6, of: 40) { _ in 8 }, lapseRate: 0.02))
    #expect(!trend.isClear)
  }
}
