import Music
import Testing

@Suite("Tuning systems")
struct TuningSystemTests {
  // The sizes from prime to octave: just and Pythagorean ones computed from the ratios in Barbour,
  // Tuning and Temperament (1951), meantone ones as published, to three decimals.
  private static let equal = (0...12).map { Double($0) * 100 }
  private static let just: [Double] = [
    0, 111.73128526977776, 203.91000173077484, 315.64128700055255, 386.31371386483481,
    498.04499913461258, 590.22371559560965, 701.95500086538742, 813.68628613516518,
    884.35871299944744, 1017.5962878659401, 1088.2687147302222, 1200,
  ]
  private static let pythagorean: [Double] = [
    0, 90.224995673062910, 203.91000173077484, 294.13499740383764, 407.82000346154967,
    498.04499913461258, 611.73000519232451, 701.95500086538742, 792.17999653845033,
    905.86500259616226, 996.08999826922515, 1109.7750043269371, 1200,
  ]
  private static let meantone: [Double] = [
    0, 117.108, 193.157, 310.265, 386.314, 503.422, 579.471, 696.578, 813.686, 889.735, 1006.843,
    1082.892, 1200,
  ]

  private static let exactRatios: [(TuningSystem, Interval, Double)] = [
    (.justIntonation, .minorSecond, 16.0 / 15),
    (.justIntonation, .minorThird, 6.0 / 5), (.justIntonation, .majorThird, 5.0 / 4),
    (.justIntonation, .perfectFourth, 4.0 / 3), (.justIntonation, .tritone, 45.0 / 32),
    (.justIntonation, .minorSeventh, 9.0 / 5), (.pythagorean, .minorSecond, 256.0 / 243),
    (.pythagorean, .majorThird, 81.0 / 64), (.pythagorean, .tritone, 729.0 / 512),
    (.pythagorean, .minorSixth, 128.0 / 81), (.pythagorean, .majorSeventh, 243.0 / 128),
  ]

  @Test(
    "every interval has its published size",
    arguments: zip(TuningSystem.builtIn, [equal, just, pythagorean, meantone]))
  func sizes(tuning: TuningSystem, expected: [Double]) {
    let tolerance = tuning == .quarterCommaMeantone ? 5.1e-4 : 1e-9
    for (interval, cents) in zip(Interval.allCases, expected) {
      let up = tuning.cents(for: DirectedInterval(interval)).rawValue
      #expect(abs(up - cents) <= tolerance, "\(interval)")
      let down = tuning.cents(for: DirectedInterval(interval, .down)).rawValue
      #expect(down == -up, "\(interval) down")
    }
  }

  @Test(
    "the ratios of just and Pythagorean tuning are exact", arguments: exactRatios)
  func ratios(tuning: TuningSystem, interval: Interval, ratio: Double) {
    #expect(abs(tuning.cents(for: DirectedInterval(interval)).ratio / ratio - 1) < 1e-14)
  }

  @Test(
    "notes lie on the equal-tempered grid of the reference pitch in every tuning",
    arguments: TuningSystem.builtIn)
  func grid(tuning: TuningSystem) {
    let a4 = TuningSystem.standardReferencePitch
    #expect(tuning.frequency(for: MIDINote(69), referencePitch: a4).hertz == 440)
    #expect(tuning.frequency(for: MIDINote(57), referencePitch: a4).hertz == 220)
    // Published: C4 at 440 Hz, and the same at 442 Hz by proportion.
    let c4 = tuning.frequency(for: MIDINote(60), referencePitch: a4).hertz
    #expect(abs(c4 - 261.6255653005986) < 1e-9)
    let high = tuning.frequency(for: MIDINote(60), referencePitch: Frequency(hertz: 442)).hertz
    #expect(abs(high - c4 * 442 / 440) < 1e-9)
  }

  @Test("a detuned note is moved by its offset, to a thousandth of a cent")
  func detuned() {
    let a4 = TuningSystem.standardReferencePitch
    let note = DetunedMIDINote(MIDINote(69), offset: 0.001)
    let frequency = TuningSystem.equalTemperament.frequency(for: note, referencePitch: a4)
    #expect(abs(Cents(from: a4, to: frequency).rawValue - 0.001) < 1e-9)
  }

  @Test(
    "an interval is pure on every reference note, up and down", arguments: TuningSystem.builtIn)
  func noWolves(tuning: TuningSystem) {
    let pitch = Frequency(hertz: 415)
    for note in 21...108 {
      for interval in DirectedInterval.all {
        let reference = tuning.frequency(for: MIDINote(note), referencePitch: pitch)
        let target = tuning.frequency(
          of: interval, offset: -12.5, above: MIDINote(note), referencePitch: pitch)
        let expected = tuning.cents(for: interval).rawValue - 12.5
        #expect(abs(Cents(from: reference, to: target).rawValue - expected) < 1e-9)
      }
    }
  }

  @Test("a just fifth above A4 is 660 Hz, below it 293.33 Hz")
  func fifths() {
    let a4 = TuningSystem.standardReferencePitch
    let tuning = TuningSystem.justIntonation
    let up = tuning.frequency(
      of: DirectedInterval(.perfectFifth), offset: 0, above: MIDINote(69), referencePitch: a4)
    #expect(abs(up.hertz - 660) < 1e-9)
    let down = tuning.frequency(
      of: DirectedInterval(.perfectFifth, .down), offset: 0, above: MIDINote(69), referencePitch: a4
    )
    #expect(abs(down.hertz - 880.0 / 3) < 1e-9)
  }

  @Test(
    "a built-in tuning is found by its spelling",
    arguments: zip(["equal", "just", "pythagorean", "meantone"], TuningSystem.builtIn))
  func identifiers(identifier: String, tuning: TuningSystem) {
    #expect(tuning.identifier == identifier)
    #expect(TuningSystem(identifier: identifier) == tuning)
  }

  @Test("another spelling names no tuning", arguments: ["", "Equal", "equal ", "12tet"])
  func unknownIdentifiers(identifier: String) {
    #expect(TuningSystem(identifier: identifier) == nil)
  }
}
