import Foundation
import Music
import Testing
@testable import Training

@Suite("Trend analyzer")
struct TrendAnalyzerTests {
  private func series(_ earlier: [Double], _ later: [Double]) -> TrendSeries {
    var series = TrendSeries()
    for value in earlier + later { series.add(value) }
    return series
  }

  @Test("there is no trend below 20 records")
  func few() {
    var series = TrendSeries()
    for _ in 0..<19 { series.add(10) }
    #expect(series.trend == nil)
    #expect(series.change == nil)
    series.add(10)
    #expect(series.trend == .stable)
    #expect(series.change == 0)
  }

  @Test(
    "under −5 % is improving, over +5 % declining, all between stable",
    arguments: [
      (50.0, Trend.improving), (94.9, .improving), (95, .stable), (100, .stable), (105, .stable),
      (105.1, .declining), (200, .declining),
    ])
  func thresholds(later: Double, trend: Trend) {
    let series = series(
      Array(repeating: 100, count: 10), Array(repeating: later, count: 10))
    #expect(series.trend == trend)
  }

  @Test("of an odd number the later half has one record more")
  func oddNumber() throws {
    let series = series(Array(repeating: 10, count: 10), [21] + Array(repeating: 10, count: 10))
    let change = try #require(series.change)
    #expect(abs(change - 0.1) < 1e-12)
  }

  @Test("a faultless earlier half is no division by nothing")
  func zero() {
    let none = Array(repeating: 0.0, count: 10)
    #expect(series(none, none).trend == .stable)
    #expect(series(none, Array(repeating: 1, count: 10)).trend == .declining)
  }

  @Test(
    "a long history is halved as a short one, but for a four-thousandth",
    arguments: [4096, 4097, 50_001])
  func longHistory(count: Int) throws {
    var series = TrendSeries()
    for index in 0..<count { series.add(index < count / 2 ? 100 : 80) }
    #expect(series.count == count)
    let change = try #require(series.change)
    #expect(abs(change + 0.2) < 1e-4)
    var steady = TrendSeries()
    for index in 0..<count { steady.add(Double(index % 2)) }
    #expect(steady.trend == .stable)
  }

  @Test("each training and each kind has its own trend")
  func apart() {
    var analyzer = TrendAnalyzer()
    for index in 0..<20 {
      let rising: Cents = index < 10 ? 10 : -20
      let falling: Cents = index < 10 ? -20 : 10
      analyzer.update(centOffset: rising, in: .unison)
      analyzer.update(centOffset: falling, in: .interval)
      analyzer.updateMatching(centError: falling, in: .unison)
    }
    #expect(analyzer.discrimination.unison.trend == .declining)
    #expect(analyzer.discrimination.interval.trend == .improving)
    #expect(analyzer.matching.unison.trend == .improving)
    #expect(analyzer.matching.interval.trend == nil)
    #expect(analyzer.matchingTests.unison.accuracy?.trials == 20)
    #expect(analyzer.matchingTests.interval.accuracy == nil)
  }
}

@Suite("The tested trend of tuning")
struct MatchingTrendTestTests {
  /// Errors about a bias with a spread, both of which change evenly from first to last.
  private func test(
    bias: (Double, Double), spread: (Double, Double), count: Int = 500, seed: UInt64 = 1
  ) -> MatchingTrendTest {
    var random = RandomSource(SeededGenerator(seed: seed))
    var test = MatchingTrendTest()
    for index in 0..<count {
      let share = Double(index) / Double(max(count - 1, 1))
      let center = bias.0 + (bias.1 - bias.0) * share
      let width = exp(log(spread.0) + (log(spread.1) - log(spread.0)) * share)
      test.add(centError: Cents(center + width * random.nextNormal()))
    }
    return test
  }

  @Test("accuracy and precision are told apart")
  func apart() throws {
    let nearer = test(bias: (8, 1), spread: (4, 4))
    #expect(nearer.accuracy?.trend == .improving)
    #expect(nearer.precision?.trend == .noClearChange)
    let tighter = test(bias: (5, 5), spread: (8, 4))
    #expect(tighter.accuracy?.trend == .noClearChange)
    #expect(tighter.precision?.trend == .improving)
    let both = test(bias: (-1, -8), spread: (4, 8))
    #expect(both.accuracy?.trend == .declining)
    #expect(both.precision?.trend == .declining)
  }

  @Test("the sizes are those of the change in 1000 matchings")
  func sizes() throws {
    let test = test(bias: (-9, -3), spread: (10, 5), count: 1000)
    let accuracy = try #require(test.accuracy)
    #expect(accuracy.low < -6 && -6 < accuracy.high)
    let precision = try #require(test.precision)
    #expect(precision.low < -0.5 && -0.5 < precision.high)
    #expect(abs(precision.change + 0.5) < 0.08)
  }

  @Test("a bias that only changes its sign is no better and no worse")
  func crossing() {
    #expect(test(bias: (-5, 5), spread: (3, 3)).accuracy?.trend == .noClearChange)
    #expect(test(bias: (-9, 2), spread: (3, 3)).accuracy?.trend == .improving)
    #expect(test(bias: (2, -9), spread: (3, 3)).accuracy?.trend == .declining)
  }

  @Test("below 20 matchings nothing is said")
  func few() {
    #expect(test(bias: (9, 0), spread: (1, 1), count: 19).accuracy == nil)
    #expect(test(bias: (9, 0), spread: (1, 1), count: 20).accuracy != nil)
  }

  @Test("errors that are all the same show neither change nor spread")
  func constant() {
    var test = MatchingTrendTest()
    for _ in 0..<50 { test.add(centError: 3) }
    #expect(test.accuracy?.trend == .noClearChange)
    #expect(test.precision == nil)
  }

  @Test("of those who do not change few are called improving or declining", arguments: [0.0, 4])
  func falseAlarms(bias: Double) {
    let runs = (1...300).map { test(bias: (bias, bias), spread: (5, 5), count: 100, seed: $0) }
    for trend in [TestedTrend.improving, .declining] {
      #expect(runs.count { $0.accuracy?.trend == trend } <= 18)
      #expect(runs.count { $0.precision?.trend == trend } <= 18)
    }
  }
}
