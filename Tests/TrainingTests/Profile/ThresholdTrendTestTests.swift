import Foundation
import Music
import Testing

@testable import Training

@Suite("The tested trend of thresholds")
@MainActor
struct ThresholdTrendTestTests {
  /// Answers of a listener with a threshold of 10 cents who learns as told, at offsets of 5…20 cents.
  private func test(learning: Double, trials: Int, seed: UInt64) -> ThresholdTrendTest {
    var random = RandomSource(SeededGenerator(seed: seed))
    let listener = SimulatedListener(
      thresholds: [Double](repeating: log(10), count: 128), learning: learning)
    var test = ThresholdTrendTest()
    for index in 0..<trials {
      let comparison = Comparison(
        referenceNote: MIDINote(.random(in: 36...84, using: &random)), interval: .prime,
        centOffset: Cents(.random(in: 5...20, using: &random)))
      test.add(
        note: comparison.referenceNote, centOffset: comparison.centOffset,
        isCorrect: comparison.isCorrect(
          answeredHigher: listener.answersHigher(comparison, after: index, using: &random)))
    }
    return test
  }

  @Test("below 20 trials nothing is said, and with them nothing is clear")
  func few() {
    var test = ThresholdTrendTest()
    for index in 0..<19 {
      test.add(note: MIDINote(60), centOffset: 10, isCorrect: index.isMultiple(of: 2))
    }
    #expect(test.change == nil)
    test.add(note: MIDINote(60), centOffset: 10, isCorrect: true)
    #expect(test.change?.trend == .noClearChange)
    #expect(test.change?.trials == 20)
  }

  @Test("thresholds that halve in 1000 trials are found, and by how much", arguments: 1...5)
  func improving(seed: UInt64) throws {
    let change = try #require(test(learning: 0.5, trials: 1500, seed: seed).change)
    #expect(change.trend == .improving)
    #expect(change.low < change.change && change.change < change.high)
    #expect(change.high < 0)
    #expect(abs(change.change + 0.5) < 0.2)
  }

  @Test("thresholds that double in 1000 trials are found", arguments: 1...5)
  func declining(seed: UInt64) throws {
    let change = try #require(test(learning: 2, trials: 1500, seed: seed).change)
    #expect(change.trend == .declining)
    #expect(change.low > 0)
  }

  @Test("of those who never change few are called improving or declining")
  func falseAlarms() {
    let trends = (1...60).map { test(learning: 1, trials: 120, seed: $0).change?.trend }
    #expect(trends.count { $0 == .improving } <= 4)
    #expect(trends.count { $0 == .declining } <= 4)
  }

  @Test(
    "a staircase that settles is no change of hearing, whatever its halves say", arguments: 1...5)
  func settling(seed: UInt64) throws {
    let training = SimulatedTraining(
      listener: SimulatedListener(thresholds: [Double](repeating: log(10), count: 128)),
      strategy: KazezNoteStrategy(), settings: try .simulated(),
      random: RandomSource(SeededGenerator(seed: seed)))
    training.train(until: 100)
    #expect(training.hearing.trends.discrimination.unison.trend == .improving)
    #expect(training.hearing.trends.thresholdTests.unison.change?.trend == .noClearChange)
  }

  @Test("only the last 4000 trials count")
  func window() throws {
    var test = ThresholdTrendTest()
    for index in 0..<3000 {
      test.add(note: MIDINote(60), centOffset: 10, isCorrect: index.isMultiple(of: 2))
    }
    for index in 0..<4000 {
      test.add(note: MIDINote(60), centOffset: 10, isCorrect: !index.isMultiple(of: 4))
    }
    let change = try #require(test.change)
    #expect(change.trials == 4000)
    #expect(change.trend == .noClearChange)
    #expect(abs(change.change) < 0.01)
  }

  @Test("answers that tell nothing of a threshold are no evidence", arguments: [true, false])
  func uninformative(isCorrect: Bool) throws {
    for offset in [0.0, 1e-6, 1200] {
      var test = ThresholdTrendTest()
      for _ in 0..<100 {
        test.add(note: MIDINote(60), centOffset: Cents(offset), isCorrect: isCorrect)
      }
      let change = try #require(test.change)
      #expect(change.trend == .noClearChange)
      #expect(change.change.isFinite && change.low.isFinite && change.high.isFinite)
    }
  }
}
