import Foundation
import Music
import Testing

@testable import Training

@Suite("Checks of what is done")
struct SkillCheckTests {
  private let check = SkillCheck(threshold: 5)

  private func probability(ofAtMost correct: Int, coarseness: Double) -> Double {
    check.probability(ofAtMost: correct, of: 30, coarseness: coarseness, lapseRate: 0.03)
  }

  @Test("the difference is the one that was told right 85 times in 100, within the limits")
  func offset() {
    #expect(check.offset == 1.54 * 5)
    #expect(SkillCheck(threshold: 90).offset == 100)
    #expect(SkillCheck(threshold: 0.01).offset == 0.1)
  }

  @Test(
    "of 30 with 3 % lapses, 20 right or fewer are coarser, and 25 or more kept",
    arguments: [
      (0, SkillCheck.Verdict.coarser), (20, .coarser), (21, .notClear), (24, .notClear),
      (25, .kept), (30, .kept),
    ])
  func verdict(correct: Int, expected: SkillCheck.Verdict) {
    #expect(check.verdict(correct: correct, of: 30, lapseRate: 0.03) == expected)
  }

  @Test("kept ears, and ears two and three times as coarse, are told as often as simulated")
  func shares() {
    #expect((0.02...0.07).contains(probability(ofAtMost: 20, coarseness: 1)))
    #expect((0.35...0.65).contains(1 - probability(ofAtMost: 24, coarseness: 1)))
    #expect(abs(probability(ofAtMost: 20, coarseness: 2) - 0.47) < 0.01)
    #expect(abs(1 - probability(ofAtMost: 24, coarseness: 2) - 0.08) < 0.01)
    #expect(abs(probability(ofAtMost: 20, coarseness: 3) - 0.72) < 0.01)
    #expect(abs(1 - probability(ofAtMost: 24, coarseness: 3) - 0.02) < 0.01)
  }

  @Test("the distribution is 0 below none and 1 at all, and grows between")
  func distribution() {
    let all = (-1...30).map { probability(ofAtMost: $0, coarseness: 1) }
    #expect(all.first == 0 && all.last.map { abs($0 - 1) < 1e-12 } == true)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("an interval is checked at the difference of its own belief")
  func interval() {
    let fifth = DirectedInterval(.perfectFifth)
    var maps = IntervalMaps()
    for number in 0..<300 {
      // Easy ones are right, so that wrong answers are no lapses.
      let isEasy = number.isMultiple(of: 4)
      maps.add(
        IntervalAnswer(
          interval: fifth, day: 0,
          offset: (number.isMultiple(of: 2) ? 1 : -1) * (isEasy ? 50 : 15),
          isCorrect: isEasy || !number.isMultiple(of: 7)))
    }
    let check = SkillCheck(of: fifth, in: maps)
    #expect((10...20).contains(check.offset))
    // An ear that has not changed gets 85 in 100 right, lapses apart.
    let expected = check.probability(ofAtMost: 0, of: 1, coarseness: 1, lapseRate: 0)
    #expect(abs(1 - expected - 0.85) < 0.01)
    #expect(check.verdict(correct: 15, of: 30, lapseRate: 0.03) == .coarser)
    #expect(check.verdict(correct: 29, of: 30, lapseRate: 0.03) == .kept)
  }
}
