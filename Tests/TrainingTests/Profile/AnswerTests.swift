import Foundation
import Music
import Testing
@testable import Training

@Suite("Answers by the size of the difference")
struct AnswerTallyTests {
  @Test("answers to differences of a size share a bin, whichever direction")
  func bins() {
    var tally = AnswerTally()
    for (offset, isCorrect) in [(10.0, true), (-10.1, false), (10.2, true), (40, true)] {
      tally.add(centOffset: Cents(offset), isCorrect: isCorrect)
    }
    #expect(tally.answers == 4)
    #expect(tally.bins.map(\.answers) == [3, 1])
    #expect(tally.bins.map(\.correct) == [2, 1])
    #expect(abs(tally.bins[0].offset.rawValue - 10.1) < 1e-12)
    #expect(tally.bins[1].shareCorrect == 1)
  }

  @Test("nothing is too small or too large for a bin", arguments: [0, 1e-9, 1200, 1e9])
  func extremes(offset: Double) {
    var tally = AnswerTally()
    tally.add(centOffset: Cents(-offset), isCorrect: false)
    #expect(tally.bins.map(\.answers) == [1])
    #expect(tally.wideBins.map(\.answers) == [1])
  }

  @Test("wide bins hold all answers of the narrow ones, with their means")
  func wideBins() {
    var tally = AnswerTally()
    var sum = 0.0
    for number in 1...1000 {
      let offset = exp(Double(number % 97) / 14)
      sum += offset
      tally.add(centOffset: Cents(offset), isCorrect: number.isMultiple(of: 3))
    }
    let wide = tally.wideBins
    #expect(wide.count < tally.bins.count)
    #expect(wide.reduce(0) { $0 + $1.answers } == 1000)
    #expect(wide.reduce(0) { $0 + $1.correct } == 333)
    let mean = wide.reduce(0) { $0 + $1.offset.rawValue * Double($1.answers) }
    #expect(abs(mean - sum) < 1e-8)
    for (first, second) in zip(wide, wide.dropFirst()) { #expect(first.offset < second.offset) }
  }
}

@Suite("The psychometric function that fits the answers")
struct PsychometricFitTests {
  /// Answers of a listener with that threshold, to differences of 1…200 cents.
  private func tally(
    threshold: Double, lapses: Double, answers: Int, seed: UInt64
  ) -> AnswerTally {
    var random = SeededGenerator(seed: seed)
    let model = PsychometricFunction(lapseRate: lapses)
    var tally = AnswerTally()
    for _ in 0..<answers {
      let offset = exp(Double.random(in: 0...log(200), using: &random))
      let correct = model.probabilityCorrect(at: PsychometricFunction.slope * offset / threshold)
      tally.add(
        centOffset: Cents(offset), isCorrect: Double.random(in: 0..<1, using: &random) < correct)
    }
    return tally
  }

  @Test(
    "threshold and lapses of many answers are those of the listener",
    arguments: [(4.0, 0.0), (12, 0.02), (40, 0.1)])
  func recovery(threshold: Double, lapses: Double) throws {
    let fit = try #require(
      PsychometricFit(tally(threshold: threshold, lapses: lapses, answers: 40_000, seed: 3)))
    #expect(abs(log(fit.threshold.rawValue / threshold)) < 0.06)
    #expect(abs(fit.lapseRate - lapses) < 0.012)
    #expect(fit.low < fit.threshold && fit.threshold < fit.high)
  }

  @Test("the interval holds the truth for about nine listeners in ten")
  func coverage() {
    let held = (1...100).filter { seed in
      let fit = PsychometricFit(
        tally(threshold: 10, lapses: 0.02, answers: 300, seed: UInt64(seed)))
      return fit.map { $0.low.rawValue <= 10 && 10 <= $0.high.rawValue } ?? false
    }
    #expect((81...97).contains(held.count))
  }

  @Test("no other threshold and lapses make the answers more likely")
  func maximum() throws {
    let tally = tally(threshold: 9, lapses: 0.03, answers: 500, seed: 5)
    let fit = try #require(PsychometricFit(tally))
    func likelihood(_ threshold: Double, _ lapseRate: Double) -> Double {
      let model = PsychometricFunction(lapseRate: lapseRate)
      return tally.bins.reduce(0) { sum, bin in
        let correct = model.probabilityCorrect(
          at: PsychometricFunction.slope * bin.offset.rawValue / threshold)
        return sum + Double(bin.correct) * log(correct)
          + Double(bin.answers - bin.correct) * log(max(1 - correct, 1e-300))
      }
    }
    let best = likelihood(fit.threshold.rawValue, fit.lapseRate)
    for factor in [0.7, 0.9, 0.98, 1.02, 1.1, 1.4] {
      for lapseRate in stride(from: 0.0, through: 0.2, by: 0.005) {
        #expect(likelihood(fit.threshold.rawValue * factor, lapseRate) < best)
      }
    }
  }

  @Test("few answers, answers that are all alike or mere guesses have no curve")
  func nothing() {
    #expect(PsychometricFit(AnswerTally()) == nil)
    #expect(PsychometricFit(tally(threshold: 10, lapses: 0, answers: 19, seed: 1)) == nil)
    for isRight in [{ (_: Int) in true }, { _ in false }, { $0.isMultiple(of: 2) }] {
      var tally = AnswerTally()
      for number in 0..<400 {
        tally.add(centOffset: Cents(Double(1 + number % 50)), isCorrect: isRight(number / 50))
      }
      #expect(PsychometricFit(tally) == nil)
    }
  }

  @Test("a right answer is a guess at no difference, and nearly sure at a large one")
  func curve() throws {
    let fit = try #require(
      PsychometricFit(tally(threshold: 10, lapses: 0.02, answers: 5000, seed: 8)))
    #expect(fit.probabilityCorrect(at: 0) == 0.5)
    #expect(abs(fit.probabilityCorrect(at: 1000) - (1 - fit.lapseRate)) < 1e-9)
    let atThreshold = 0.5 + (1 - 2 * fit.lapseRate) * 0.25
    #expect(abs(fit.probabilityCorrect(at: -fit.threshold) - atThreshold) < 1e-9)
  }
}
