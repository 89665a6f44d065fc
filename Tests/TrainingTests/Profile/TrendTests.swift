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
  }
}
