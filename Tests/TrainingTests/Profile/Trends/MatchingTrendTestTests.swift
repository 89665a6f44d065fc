import Foundation
import Music
import Testing

@testable import Training

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
