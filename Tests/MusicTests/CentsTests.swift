import Music
import Testing

@Suite("Cents and frequencies")
struct CentsTests {
  @Test(
    "a ratio has its size in cents",
    arguments: [
      (2.0, 1200.0), (0.5, -1200), (1, 0), (1.5, 701.9550008653874), (1.25, 386.3137138648348),
    ])
  func ratios(ratio: Double, cents: Double) {
    #expect(abs(Cents(ratio: ratio).rawValue - cents) < 1e-8)
    #expect(abs(Cents(cents).ratio - ratio) < 1e-11)
  }

  @Test(
    "a frequency moved by cents lies that many cents away",
    arguments: [0.001, -0.1, 12.5, -200, 1200, -2400])
  func shifting(cents: Double) {
    for hertz in [20.0, 261.6255653, 440, 20_000] {
      let frequency = Frequency(hertz: hertz)
      let distance = Cents(from: frequency, to: frequency.shifted(by: Cents(cents)))
      #expect(abs(distance.rawValue - cents) < 1e-9)
    }
  }

  @Test("positive is sharp, and a magnitude has no direction")
  func signs() {
    #expect(Cents(from: Frequency(hertz: 440), to: Frequency(hertz: 441)) > 0)
    #expect(Cents(from: Frequency(hertz: 440), to: Frequency(hertz: 439)) < 0)
    #expect(Cents(-12.5).magnitude == 12.5)
    #expect(-Cents(3) + 5 - 1.5 == 0.5)
  }

  @Test("what is known of a frequency, a level and a length is their range")
  func ranges() {
    #expect(AmplitudeDB.range == -90...12)
    #expect(NoteDuration.range == 0.3...3.0)
    #expect(UnitInterval.range == 0...1)
    #expect(MIDIVelocity.training.rawValue == 63)
  }
}
