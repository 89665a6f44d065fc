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
