import Foundation
import Testing

@testable import Training

@Suite("The fit of matchings")
struct MatchingFitTests {
  private func answers(slip: Double?) -> [MatchingFit.Answer] {
    (0..<20).map { place in
      let start = -95 + 10 * Double(place)
      let error =
        3 + 0.05 * start + (place.isMultiple(of: 3) ? 2 : -1) + 0.1 * Double(place % 5)
      return MatchingFit.Answer(error: place == 7 ? slip ?? error : error, start: start)
    }
  }

  @Test("bias, pull and spread, beside one slip")
  func slip() throws {
    let fit = try #require(MatchingFit(answers(slip: 60)))
    expectClose(fit.bias.value.rawValue, 2.205_731_41)
    expectClose(fit.errorOfBias, 0.043_543_763_0)
    expectClose(try #require(fit.pull).value.rawValue, 5.068_647_89)
    expectClose(fit.spread.value.rawValue, 0.482_609_510)
  }

  @Test("too few matchings, or all from the same start, say nothing")
  func tooFew() {
    #expect(MatchingFit(Array(answers(slip: nil).dropLast())) == nil)
    #expect(
      MatchingFit((0..<30).map { MatchingFit.Answer(error: Double($0 % 7), start: 50) }) == nil)
  }

  @Test("matchings that are all perfect have no bias and no spread")
  func perfect() throws {
    let fit = try #require(
      MatchingFit((0..<30).map { MatchingFit.Answer(error: 0, start: Double($0) * 3) }))
    #expect(abs(fit.bias.value.rawValue) < 1e-9)
    #expect(fit.spread.value.rawValue < 1e-9)
  }
}
