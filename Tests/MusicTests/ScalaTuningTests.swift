import Foundation
import Music
import Testing

@Suite("Scala tunings")
struct ScalaTuningTests {
  private func tuning(_ pitches: [Cents], name: String = "test") -> ScalaTuning {
    ScalaTuning(name: name, scale: ScalaScale(pitches: pitches))
  }

  /// Degrees and sizes of the intervals from prime to octave.
  private func table(_ tuning: ScalaTuning) -> [(degree: Int, size: Double)] {
    Interval.allCases.map { (tuning.step(for: $0).degree, tuning.step(for: $0).size.rawValue) }
  }

  private func expect(
    _ tuning: ScalaTuning, degrees: [Int], sizes: [Double],
    location: SourceLocation = #_sourceLocation
  ) {
    let table = table(tuning)
    #expect(table.map(\.degree) == degrees, sourceLocation: location)
    for (row, size) in zip(table, sizes) {
      #expect(abs(row.size - size) < 1e-9, sourceLocation: location)
    }
  }

  @Test("a file with a built-in tuning's ratios is that tuning, up and down, to the last bit")
  func builtInRatios() throws {
    let ratios: [(TuningSystem, String)] = [
      (.justIntonation, "16/15 9/8 6/5 5/4 4/3 45/32 3/2 8/5 5/3 9/5 15/8 2/1"),
      (.pythagorean, "256/243 9/8 32/27 81/64 4/3 729/512 3/2 128/81 27/16 16/9 243/128 2"),
      (
        .equalTemperament,
        "100.0 200. 300. 400. 500. 600. 700. 800. 900. 1000. 1100. 1200."
      ),
    ]
    for (builtIn, text) in ratios {
      let file = "x\n12\n" + text.replacingOccurrences(of: " ", with: "\n")
      let scale = try ScalaScale(scalaFile: file.utf8)
      let tuning = TuningSystem.scala(ScalaTuning(name: "x", scale: scale))
      for interval in DirectedInterval.all {
        #expect(tuning.cents(for: interval) == builtIn.cents(for: interval), "\(interval)")
      }
    }
  }

  @Test("Werckmeister III, as published: each interval is its degree, with its size")
  func werckmeister() {
    // Werckmeister (1691), in cents after Barbour, Tuning and Temperament (1951).
    let sizes: [Double] = [
      90.225, 192.18, 294.135, 390.225, 498.045, 588.27, 696.09, 792.18, 888.27, 996.09, 1092.18,
      1200,
    ]
    let werckmeister = tuning(sizes.map { Cents($0) })
    expect(werckmeister, degrees: Array(0...12), sizes: [0] + sizes)
    #expect(abs(werckmeister.step(for: .perfectFifth).deviation.rawValue + 3.91) < 1e-9)
    let system = TuningSystem.scala(werckmeister)
    let down = system.cents(for: DirectedInterval(.majorThird, .down))
    #expect(down == -390.225)
  }

  @Test("nineteen notes to the octave")
  func nineteen() {
    let step = 1200.0 / 19
    let degrees = [0, 2, 3, 5, 6, 8, 10, 11, 13, 14, 16, 17, 19]
    // A tritone lies between degrees 9 and 10, which are equally near; the smaller wins.
    var expected = degrees
    expected[6] = 9
    expect(
      tuning((1...19).map { Cents(Double($0) * step) }), degrees: expected,
      sizes: expected.map { Double($0) * step })
  }

  @Test("Bohlen-Pierce: the scale is repeated at its formal octave, the twelfth")
  func bohlenPierce() {
    let step = Cents(ratio: 3).rawValue / 13
    let scale = tuning((1...13).map { Cents(Double($0) * step) })
    let degrees = [0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 8, 8]
    expect(scale, degrees: degrees, sizes: degrees.map { Double($0) * step })
    #expect(Interval.allCases.allSatisfy { scale.step(for: $0).isWithinReach })
    #expect(scale.step(for: .perfectFifth).isNear)
    #expect(!scale.step(for: .majorSecond).isNear)
  }

  @Test("degrees go on beyond the formal octave: a scale of one fifth")
  func repetition() {
    let fifths = tuning([Cents(ratio: 1.5)])
    #expect(fifths.step(for: .perfectFifth).degree == 1)
    #expect(fifths.step(for: .octave).degree == 2)
    #expect(abs(fifths.step(for: .octave).deviation.rawValue - 203.91) < 0.001)
    #expect(!fifths.step(for: .octave).isWithinReach)
    let half = tuning([600])
    #expect(half.step(for: .octave).degree == 2 && half.step(for: .octave).size == 1200)
  }

  @Test("scales that descend, and scales in no order, are scales like any other")
  func order() {
    let rising = (1...12).map { Cents(Double($0) * 100) }
    let falling = rising.map { -$0 }
    expect(
      tuning(falling), degrees: (0...12).map { -$0 }, sizes: (0...12).map { Double($0) * 100 })
    var mixed = rising
    mixed.swapAt(2, 6)
    let step = tuning(mixed).step(for: .perfectFifth)
    #expect(step.degree == 3 && step.size == 700)
    // The scale descends to the octave below: every degree is found an octave higher.
    let low = tuning([-500, 1200])
    #expect(
      low.step(for: .perfectFifth) == ScaleStep(interval: .perfectFifth, degree: 3, size: 700))
  }

  @Test("of two that are equally near the smaller counts, of two that are the same the first")
  func ties() {
    let step = tuning([650, 750, 1200]).step(for: .perfectFifth)
    #expect(step.degree == 1 && step.isNear)
    #expect(tuning([700, 700, 1200]).step(for: .perfectFifth).degree == 1)
    #expect(tuning([100, 200, 0, 1200]).step(for: .prime).degree == 0)
  }

  @Test(
    "without a formal octave there are the pitches alone",
    arguments: [[], [700, 0], [700, 0.5], [700, -0.999]] as [[Cents]])
  func unrepeated(pitches: [Cents]) {
    let tuning = tuning(pitches)
    #expect(tuning.scale.formalOctave == nil)
    #expect(tuning.step(for: .octave).size == (pitches.isEmpty ? 0 : 700))
    #expect(!tuning.step(for: .octave).isWithinReach)
    #expect(tuning.step(for: .perfectFifth).isWithinReach == !pitches.isEmpty)
  }

  @Test("a degree stands for an interval if it is less than a semitone away")
  func reach() {
    let tuning = tuning([400, 650.1, 799.9, 1200])
    #expect(!tuning.step(for: .majorSecond).isWithinReach)
    #expect(tuning.step(for: .perfectFifth).isNear)
    #expect(tuning.step(for: .minorSixth).isNear)
    // Both are a semitone or more away: the minor third would be a major one.
    #expect(!tuning.step(for: .minorThird).isWithinReach)
    #expect(tuning.step(for: .tritone).isWithinReach && !tuning.step(for: .tritone).isNear)
  }

  @Test("pitches out of all proportion do no harm")
  func extremes() {
    for pitches in [[1e308, -1e308], [1e308], [1, 2, 1e300], [1e17, 1]] as [[Cents]] {
      for step in Interval.allCases.map(tuning(pitches).step(for:)) {
        #expect(step.size.rawValue.isFinite)
      }
    }
  }

  @Test(
    "the name is the identifier, printable and never empty",
    arguments: [
      ("werck3", "scala:werck3"), ("Wendy Carlos: Alpha", "scala:Wendy Carlos: Alpha"),
      ("", "scala:scale"), ("a\nb\u{1B}", "scala:a_b_"), ("Größe", "scala:Größe"),
    ])
  func identifiers(name: String, identifier: String) {
    let system = TuningSystem.scala(tuning([1200], name: name))
    #expect(system.identifier == identifier)
    #expect(TuningSystem(identifier: identifier) == nil)
  }

  @Test("the interval is pure on every reference note, up and down")
  func noWolves() {
    let system = TuningSystem.scala(tuning([Cents(ratio: 7.0 / 6), Cents(ratio: 1.5), 1200]))
    let pitch = Frequency(hertz: 415)
    for note in 21...108 {
      for (interval, ratio) in [
        (DirectedInterval(.perfectFifth), 1.5), (DirectedInterval(.perfectFifth, .down), 2.0 / 3),
        (DirectedInterval(.minorThird), 7.0 / 6),
      ] {
        let reference = system.frequency(for: MIDINote(note), referencePitch: pitch)
        let target = system.frequency(
          of: interval, offset: 0, above: MIDINote(note), referencePitch: pitch)
        #expect(abs(target.hertz / reference.hertz / ratio - 1) < 1e-12)
      }
    }
  }

  @Test("a note stands where the scale has a degree within half a semitone, in any octave")
  func places() throws {
    let major = TuningSystem.scala(
      tuning([203.91, 386.31, 498.04, 701.96, 884.36, 1088.27, 1200]))
    #expect(major.place(ofSemitones: 0) == 0)
    #expect(major.place(ofSemitones: 4) == 386.31)
    #expect(major.place(ofSemitones: 3) == nil && major.place(ofSemitones: 8) == nil)
    let below = try #require(major.place(ofSemitones: -5))
    #expect(abs(below.rawValue + 498.04) < 1e-9)
    // Bohlen-Pierce repeats at the twelfth.
    let pierce = TuningSystem.scala(
      tuning((1...13).map { Cents(1901.955 * Double($0) / 13) }))
    for tritaves in [-1, 1, 2] {
      let place = try #require(pierce.place(ofSemitones: 19 * tritaves))
      #expect(abs(place.rawValue - 1901.955 * Double(tritaves)) < 1e-9)
    }
    // A scale without pitches has one note.
    let empty = TuningSystem.scala(tuning([]))
    #expect(empty.place(ofSemitones: 0) == 0 && empty.place(ofSemitones: 12) == nil)
  }

  @Test(
    "built-in tunings have all notes, and repeat at the octave", arguments: TuningSystem.builtIn)
  func builtInPlaces(tuning: TuningSystem) throws {
    for semitones in -60...60 {
      let place = try #require(tuning.place(ofSemitones: semitones))
      let above = try #require(tuning.place(ofSemitones: semitones + 12))
      #expect(abs(above.rawValue - place.rawValue - 1200) < 1e-9)
      #expect(abs(place.rawValue - 100 * Double(semitones)) < 25)
    }
  }
}
