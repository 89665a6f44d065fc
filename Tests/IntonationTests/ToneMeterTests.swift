import Foundation
import Music
import Testing

@testable import Intonation

@Suite("The pitch of a rendered note")
struct ToneMeterTests {
  private let meter = ToneMeter()

  private func deviation(_ tone: SyntheticTone) throws -> Double {
    try #require(meter.measure(tone.tone).deviation)
  }

  @Test(
    "a clean tone is known to a hundredth of a cent on the whole keyboard",
    arguments: [27.5, 65.41, 261.63, 440, 1046.5, 2093, 4186], [-37.0, 0, 0.5, 61])
  func clean(nominal: Double, detuning: Double) throws {
    let tone = SyntheticTone(nominal: nominal, detuning: detuning)
    let measurement = meter.measure(tone.tone)
    #expect(measurement.verdict == .steady)
    #expect(abs(try #require(measurement.deviation) - detuning) < 0.01)
    #expect(try #require(measurement.uncertainty) < 0.05)
    #expect(measurement.isMendable)
  }

  @Test("a lone sine is known to a hundredth of a cent", arguments: [55.0, 440, 3520])
  func sine(nominal: Double) throws {
    let tone = SyntheticTone(nominal: nominal, detuning: 3.93, partials: [1])
    #expect(abs(try deviation(tone) - 3.93) < 0.01)
  }

  @Test("a tone that dies away is known as well", arguments: [6.0, 20, 40])
  func decaying(decay: Double) throws {
    let tone = SyntheticTone(nominal: 220, detuning: 12.3, decay: decay)
    #expect(abs(try deviation(tone) - 12.3) < 0.01)
  }

  @Test("of a slow attack the tone behind it counts")
  func slowAttack() throws {
    let tone = SyntheticTone(detuning: -8, attack: 0.3)
    #expect(abs(try deviation(tone) + 8) < 0.01)
  }

  @Test("a fundamental that is not there is heard all the same")
  func missingFundamental() throws {
    let tone = SyntheticTone(nominal: 130, detuning: 17, partials: [0, 0, 0.7, 0.5, 0.4, 0.3])
    let measurement = meter.measure(tone.tone)
    #expect(measurement.verdict == .steady)
    #expect(abs(try #require(measurement.deviation) - 17) < 0.01)
  }

  @Test("odd partials alone, as a clarinet has them, are no octave error")
  func oddPartials() throws {
    let tone = SyntheticTone(nominal: 147, detuning: 2, partials: [1, 0, 0.5, 0, 0.4, 0, 0.2])
    let measurement = meter.measure(tone.tone)
    #expect(measurement.verdict == .steady)
    #expect(abs(try #require(measurement.deviation) - 2) < 0.01)
  }

  @Test(
    "of a stiff string the frequency of the first partial and B are found",
    arguments: [(55.0, 1e-4), (262.0, 4e-4), (1047.0, 2e-3)])
  func inharmonic(nominal: Double, inharmonicity: Double) throws {
    let tone = SyntheticTone(
      nominal: nominal, detuning: 5, partials: [1, 0.8, 0.5, 0.4, 0.3, 0.2, 0.1],
      inharmonicity: inharmonicity, decay: 8)
    let measurement = meter.measure(tone.tone)
    #expect(measurement.verdict == .steady)
    // The first partial of a stiff string is sharper than the string would be without stiffness.
    let first = 5 + 600 * log2(1 + inharmonicity)
    #expect(abs(try #require(measurement.deviation) - first) < 0.02)
    #expect(abs(measurement.inharmonicity / inharmonicity - 1) < 0.01)
  }

  @Test("in noise of -20 dB a tenth of a cent is left, and the uncertainty covers it")
  func noisy() throws {
    for detuning in [-20.0, 0, 6.5] {
      let tone = SyntheticTone(detuning: detuning, noise: 20)
      let measurement = meter.measure(tone.tone)
      let error = abs(try #require(measurement.deviation) - detuning)
      #expect(error < 0.1)
      #expect(error < 3 * (try #require(measurement.uncertainty)) + 0.01)
    }
  }

  @Test(
    "vibrato is taken at its mean", arguments: [110.0, 440, 1760], [5.5, 4.3, 6.9])
  func vibrato(nominal: Double, rate: Double) throws {
    let tone = SyntheticTone(
      nominal: nominal, detuning: 4, vibratoCents: 20, vibratoRate: rate)
    let measurement = meter.measure(tone.tone)
    #expect(measurement.verdict == .vibrato)
    #expect(abs(try #require(measurement.deviation) - 4) < 0.3)
    #expect(abs(measurement.vibratoRate - rate) < 0.1)
    #expect(abs(measurement.vibratoExtent - 20) < 2)
    #expect(measurement.isMendable)
  }

  @Test("vibrato of 30 cents to either side is known and cannot be mended")
  func wideVibrato() throws {
    let measurement = meter.measure(
      SyntheticTone(detuning: -10, vibratoCents: 30).tone)
    #expect(measurement.verdict == .vibrato)
    #expect(abs(try #require(measurement.deviation) + 10) < 0.5)
    #expect(abs(measurement.vibratoExtent - 30) < 2)
    #expect(!measurement.isMendable)
  }

  @Test("two tones that beat are taken between them, nearer the louder one")
  func detunedPair() throws {
    let tone = SyntheticTone(nominal: 330, double: (cents: 6, amplitude: 0.5))
    let measurement = meter.measure(tone.tone)
    let deviation = try #require(measurement.deviation)
    #expect(deviation > -0.5 && deviation < 3)
    #expect(try #require(measurement.uncertainty) > 0.1)
    #expect(measurement.verdict != .unpitched)
  }

  @Test("a pitch that drifts is in tune at no time that lasts")
  func drifting() throws {
    let measurement = meter.measure(SyntheticTone(detuning: 3, seconds: 5, drift: 8).tone)
    #expect(measurement.verdict == .wavering)
    #expect(measurement.strays && !measurement.isMendable, "\(measurement)")
  }

  @Test(
    "a held tone that changes its pitch has two, from the time on at which it does",
    arguments: [0.76, 1.6, 3], [-30.0, 5.65, 1.2])
  func change(time: Double, cents: Double) throws {
    let measurement = meter.measure(
      SyntheticTone(detuning: 3, seconds: 5.12, step: (time, cents)).tone)
    let change = try #require(measurement.change)
    #expect(abs(try #require(measurement.deviation) - 3) < 0.05)
    #expect(abs(change.deviation - 3 - cents) < 0.05)
    #expect(abs(change.seconds - time) < 0.01)
    #expect(measurement.wander < 0.1 && measurement.isMendable)
  }

  @Test("a held tone that keeps its pitch has one")
  func held() throws {
    let measurement = meter.measure(SyntheticTone(detuning: 3, seconds: 5.12).tone)
    #expect(measurement.change == nil && measurement.wander < 0.01 && measurement.isMendable)
  }

  @Test("a pitch that goes on rising while it is held cannot be mended")
  func straying() throws {
    let measurement = meter.measure(SyntheticTone(seconds: 5.12, drift: 1.5).tone)
    #expect(try #require(measurement.uncertainty) < ToneMeasurement.greatestUncertainty)
    #expect(measurement.wander > 1 && measurement.strays && !measurement.isMendable)
  }

  @Test(
    "a loop that rises and falls slowly is no vibrato, and no correction keeps it in tune",
    arguments: [0.7, 1.4, 2])
  func slowMovement(rate: Double) throws {
    let measurement = meter.measure(
      SyntheticTone(seconds: 5.12, vibratoCents: 7, vibratoRate: rate, vibratoStart: 1.5).tone)
    #expect(measurement.verdict != .vibrato, "\(measurement)")
    #expect(measurement.strays && !measurement.isMendable, "\(measurement)")
  }

  @Test("vibrato that begins after two seconds is found")
  func lateVibrato() throws {
    func measure(_ cents: Double) -> ToneMeasurement {
      meter.measure(
        SyntheticTone(detuning: 4, seconds: 5.12, vibratoCents: cents, vibratoStart: 2).tone)
    }
    let (wide, usual) = (measure(60), measure(15))
    #expect(wide.verdict == .vibrato && abs(wide.vibratoExtent - 60) < 6 && !wide.isMendable)
    #expect(usual.verdict == .vibrato && abs(usual.vibratoExtent - 15) < 1.5 && usual.isMendable)
  }

  @Test("two ranks that contradict each other leave the pitch open")
  func ranks() throws {
    let low = SyntheticTone(nominal: 784, detuning: -54.44, partials: [1, 0, 0.16])
    let high = SyntheticTone(nominal: 1568, detuning: -62, partials: [0.45, 0.35, 0, 0.02])
    let samples = zip(low.samples, high.samples).map { $0 + $1 }
    let measurement = meter.measure(low.rendered([samples]))
    let deviation = try #require(measurement.deviation)
    let furthest = max(abs(deviation + 54.44), abs(deviation + 62))
    #expect(furthest < 2 * (try #require(measurement.uncertainty)))
    #expect(measurement.scatter > ToneMeasurement.greatestUncertainty && !measurement.isMendable)
  }

  @Test("whole octaves off are named, and the rest is measured", arguments: [-1, 1, 2])
  func octaves(octaves: Int) throws {
    var tone = SyntheticTone(nominal: 440 * exp2(Double(octaves)), detuning: 7)
    let samples = tone.samples
    tone.nominal = 440
    let measurement = meter.measure(tone.rendered([samples]))
    #expect(measurement.verdict == .octaveError)
    #expect(measurement.octaves == octaves)
    #expect(abs(try #require(measurement.deviation) - 7) < 0.05)
    #expect(!measurement.isMendable)
  }

  @Test("noise alone has no pitch")
  func unpitched() {
    let tone = SyntheticTone(partials: [1e-9], noise: -100)
    let measurement = meter.measure(tone.tone)
    #expect(measurement.verdict == .unpitched)
    #expect(measurement.deviation == nil)
    #expect(measurement.level != nil)
  }

  @Test("a tone a fifth from its key is nothing that could be called that key's")
  func elsewhere() {
    var tone = SyntheticTone(nominal: 660, partials: [1])
    let samples = tone.samples
    tone.nominal = 440
    #expect(meter.measure(tone.rendered([samples])).verdict == .unpitched)
  }

  @Test("what is over at once is too short, and silence is silent")
  func nothingToMeasure() {
    let short = SyntheticTone(seconds: 0.06)
    #expect(meter.measure(short.tone).verdict == .tooShort)
    let silence = [Float](repeating: 0, count: 65_536)
    #expect(meter.measure(short.rendered([silence, silence])).verdict == .silent)
    #expect(meter.measure(short.rendered([[]])).verdict == .silent)
  }

  @Test("three stretched partials are enough, as in the highest octave of a piano")
  func fewPartials() throws {
    let tone = SyntheticTone(
      nominal: 1568, detuning: 7, partials: [1, 0.15, 0.05], inharmonicity: 4e-3, decay: 20)
    let first = 7 + 600 * log2(1 + 4e-3)
    #expect(abs(try deviation(tone) - first) < 0.1)
  }

  @Test("a stray peak among stretched partials is left out")
  func stray() throws {
    let string = SyntheticTone(
      nominal: 392, partials: [1, 0.1, 0.15, 0, 0.06, 0.05, 0.03], inharmonicity: 6e-4)
    // In the place of the fourth partial, 20 cents too high.
    let other = SyntheticTone(
      nominal: 392 * exp2((1200 * log2(4) + 8 + 20) / 1200), partials: [0.15])
    let samples = zip(string.samples, other.samples).map { $0 + $1 }
    let measurement = meter.measure(string.rendered([samples]))
    let first = 600 * log2(1 + 6e-4)
    #expect(abs(try #require(measurement.deviation) - first) < 0.1)
  }

  @Test("a partial that loses a turn in each period of the vibrato does not move the mean")
  func slippingPartial() throws {
    let (nominal, rate) = (392.0, 6.0)
    let bowed = SyntheticTone(
      nominal: nominal, detuning: 4, partials: [1, 0.9, 0, 0.8, 0.2, 0.2], vibratoCents: 15,
      vibratoRate: rate)
    let lost = 1200 * log2(1 - rate / (3 * nominal))
    let third = SyntheticTone(
      nominal: nominal, detuning: 4 + lost, partials: [0, 0, 0.9], vibratoCents: 15,
      vibratoRate: rate)
    let samples = zip(bowed.samples, third.samples).map { $0 + $1 }
    let measurement = meter.measure(bowed.rendered([samples]))
    #expect(measurement.verdict == .vibrato)
    #expect(abs(try #require(measurement.deviation) - 4) < 0.3)
  }

  @Test("strings that beat narrowly are not called vibrato")
  func beating() {
    let strings = SyntheticTone(nominal: 1397, partials: [1], double: (cents: 3, amplitude: 0.5))
    #expect(meter.measure(strings.tone).verdict == .wavering)
  }

  @Test(
    "channels that are apart cannot both be corrected: half a cent remains, two of vibrato",
    arguments: [(0.8, 0.0, true), (1.4, 0, false), (1.4, 15, true), (6, 15, false)])
  func apart(cents: Double, vibrato: Double, isMendable: Bool) throws {
    let left = SyntheticTone(detuning: 3, vibratoCents: vibrato)
    let right = SyntheticTone(detuning: 3 + cents, vibratoCents: vibrato)
    let measurement = meter.measure(left.rendered([left.samples, right.samples]))
    #expect(abs(measurement.channelDifference - cents) < 0.2)
    #expect(measurement.isMendable == isMendable)
  }

  @Test("two channels count alike however loud they are, and one 20 dB below the other not at all")
  func channelLevels() throws {
    let left = SyntheticTone(detuning: 2)
    let right = SyntheticTone(detuning: 4)
    func deviation(_ share: Float) throws -> Double {
      try #require(
        meter.measure(left.rendered([left.samples, right.samples.map { $0 * share }])).deviation)
    }
    #expect(abs(try deviation(0.3) - 3) < 0.02)
    #expect(abs(try deviation(0.09) - 2) < 0.02)
  }

  @Test("what parts two channels is uncertain")
  func channels() throws {
    let left = SyntheticTone(detuning: 2)
    let right = SyntheticTone(detuning: 4)
    let measurement = meter.measure(left.rendered([left.samples, right.samples]))
    #expect(abs(try #require(measurement.deviation) - 3) < 0.02)
    #expect(abs(try #require(measurement.uncertainty) - 1) < 0.1)
    let mono = meter.measure(left.rendered([left.samples, left.samples.map { $0 / 2 }]))
    #expect(abs(try #require(mono.deviation) - 2) < 0.01)
    let oneSided = meter.measure(
      left.rendered([left.samples, left.samples.map { _ in 0 }]))
    #expect(abs(try #require(oneSided.deviation) - 2) < 0.01)
  }

  @Test("channels of opposite phase do not cancel")
  func oppositePhase() throws {
    let tone = SyntheticTone(detuning: 1)
    let samples = tone.samples
    let measurement = meter.measure(tone.rendered([samples, samples.map { -$0 }]))
    #expect(abs(try #require(measurement.deviation) - 1) < 0.01)
  }

  @Test("the level is that of the standard: a sine of 997 Hz, and one that is half as high")
  func level() throws {
    let tone = SyntheticTone(nominal: 997, partials: [1], attack: 0.0001)
    // BS.1770: its gain at 997 Hz is 0.691 dB; the sine is at -20 dB.
    let measured = try #require(meter.measure(tone.tone).level)
    #expect(abs(measured - (-20 + 0.691)) < 0.02)
    #expect(abs(try #require(meter.measure(tone.tone).peak) + 20) < 0.01)
    #expect(meter.measureLoudness(tone.tone).level == measured)
    #expect(meter.measureLoudness(tone.rendered([[0, 0]])).verdict == .silent)
    let half = tone.rendered([tone.samples.map { $0 / 2 }])
    let softer = try #require(meter.measure(half).level)
    #expect(abs(measured - softer - 6.0206) < 0.001)
    let low = SyntheticTone(nominal: 40, partials: [1], attack: 0.0001)
    #expect(try #require(meter.measure(low.tone).level) < measured - 5)
  }
}
