import Foundation
import Music
import Testing

@Suite("Beats")
struct BeatsTests {
  private func partials(_ cents: Double) -> [Int]? {
    Beats(ofInterval: Cents(cents)).map { [$0.lowerPartial, $0.upperPartial] }
  }

  @Test(
    "the simplest ratio near an interval is that of its partials",
    arguments: [
      (0.0, [1, 1]), (8, [1, 1]), (701.955, [3, 2]), (700, [3, 2]), (-700, [3, 2]),
      (386.314, [5, 4]), (400, [5, 4]), (407.82, [5, 4]), (300, [6, 5]), (498.045, [4, 3]),
      (203.91, [9, 8]), (111.73, [16, 15]), (100, [16, 15]), (1000, [16, 9]), (1017.6, [9, 5]),
      (1100, [15, 8]), (1200, [2, 1]), (582.5, [7, 5]), (800, [8, 5]), (900, [5, 3]),
      (294.135, [6, 5]), (792.18, [8, 5]), (347.41, [11, 9]),
    ] as [(Double, [Int])])
  func ratios(cents: Double, expected: [Int]) { #expect(partials(cents) == expected) }

  @Test("an interval between all ratios has none")
  func none() {
    #expect(partials(600) == nil)
    #expect(partials(45) == nil)
  }

  @Test("a tempered major third on middle C beats 10.4 times a second, a pure one not at all")
  func third() throws {
    let beats = try #require(Beats(ofInterval: 400))
    let c = Frequency(hertz: 261.625_565_3)
    #expect(abs(beats.rate(of: c, and: c.shifted(by: 400)) - 10.382) < 0.001)
    #expect(beats.rate(of: c, and: Frequency(hertz: c.hertz * 1.25)) < 1e-9)
  }

  @Test("a fifth 3.1 cents flat beats as the partials say, whichever note is named first")
  func fifth() throws {
    let beats = try #require(Beats(ofInterval: 701.955))
    let (low, high) = (Frequency(hertz: 220), Frequency(hertz: 330).shifted(by: -3.1))
    #expect(abs(beats.rate(of: low, and: high) - 2 * (330 - high.hertz)) < 1e-9)
    #expect(beats.rate(of: low, and: high) == beats.rate(of: high, and: low))
  }

  @Test("an error makes a just interval above middle C beat so often, in either direction")
  func errors() throws {
    func beats(_ error: Double, _ interval: DirectedInterval) throws -> Double {
      try #require(Beats.ofError(Cents(error), at: interval))
    }
    let c = 440 * exp2(-9.0 / 12)
    let factor = exp2(3.1 / 1200) - 1
    let fifth = DirectedInterval(.perfectFifth)
    let (sharp, flat) = (try beats(3.1, fifth), try beats(-3.1, fifth))
    #expect(abs(sharp - 2 * 1.5 * c * factor) < 1e-9 && sharp == flat)
    let down = try beats(3.1, DirectedInterval(.perfectFifth, .down))
    #expect(down == sharp)
    let (unison, none) = (try beats(3.1, .prime), try beats(0, .prime))
    #expect(abs(unison - c * factor) < 1e-9 && none == 0)
    #expect(Beats.ofError(Cents(.infinity), at: fifth) == nil)
    #expect(DirectedInterval.all.count { Beats.ofError(Cents(5), at: $0) == nil } == 0)
  }
}
