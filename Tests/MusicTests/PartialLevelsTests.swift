import Testing

@testable import Music

@Suite("The partials of a sound")
struct PartialLevelsTests {
  @Test("a partial counts within 40 dB of the strongest one of its note")
  func reach() {
    let levels = PartialLevels([69: [-10, -49.9, -50.1, 0, -200]])
    func has(_ number: Int) -> Bool { levels.hasPartial(number, of: Frequency(hertz: 440)) }
    #expect(has(1) && has(4))
    #expect(!has(2) && !has(3) && !has(5))
    #expect(!has(6) && !has(0) && !has(-1))
  }

  @Test("the nearest key that was measured decides")
  func nearest() {
    let levels = PartialLevels([57: [0, 0], 69: [0]])
    #expect(levels.hasPartial(2, of: Frequency(hertz: 100)))
    #expect(levels.hasPartial(2, of: Frequency(hertz: 300)))
    #expect(!levels.hasPartial(2, of: Frequency(hertz: 320)))
    #expect(!PartialLevels([:]).hasPartial(1, of: Frequency(hertz: 440)))
  }
}
