import Foundation
import Music
import Testing

@testable import Intonation

@Suite("Measuring partials")
struct PartialMeterTests {
  @Test("each partial is as strong as it is made, also of a note that is out of tune")
  func levels() throws {
    for detuning in [0.0, 35, -35] {
      var tone = SyntheticTone()
      tone.detuning = detuning
      tone.partials = [1, 0.1, 0, 0.01, 0.0001]
      let levels = PartialMeter.levels(of: tone.tone)
      #expect(levels.count == 16)
      for (number, decibels) in [(2, -20.0), (4, -40), (5, -80)] {
        #expect(abs(levels[number - 1] - levels[0] - decibels) < 1, "partial \(number)")
      }
      #expect(levels[2] < levels[0] - 80)
    }
  }

  @Test("a partial that only one channel has counts; nothing at all has none")
  func channels() {
    var other = SyntheticTone()
    other.partials = [0, 1]
    var first = SyntheticTone()
    first.partials = [1]
    let levels = PartialMeter.levels(of: first.rendered([first.samples, other.samples]))
    #expect(abs(levels[0] - levels[1]) < 0.5)
    let silence = [Float](repeating: 0, count: PartialMeter.frames)
    #expect(PartialMeter.levels(of: first.rendered([silence])).allSatisfy { $0 == -200 })
    #expect(PartialMeter.levels(of: first.rendered([[0, 0]])).isEmpty)
  }
}
