import Music
import Testing

@Suite("Note ranges")
struct NoteRangeTests {
  @Test(
    "a range lies within the piano's keyboard and holds an octave",
    arguments: [
      (36, 84, true), (21, 108, true), (21, 33, true), (96, 108, true), (20, 84, false),
      (36, 109, false), (36, 47, false), (84, 36, false), (60, 60, false),
    ])
  func limits(lowest: Int, highest: Int, isValid: Bool) {
    #expect((NoteRange(lowest: lowest, highest: highest) != nil) == isValid)
  }

  @Test("every range has reference notes for every interval, with their transpositions in 0…127")
  func references() throws {
    for lowest in 21...96 {
      for highest in (lowest + 12)...108 {
        let range = try #require(NoteRange(lowest: lowest, highest: highest))
        for interval in DirectedInterval.all {
          let references = range.references(for: interval)
          #expect(references.lowerBound >= lowest && references.upperBound <= highest)
          #expect(references.lowerBound + interval.semitones >= 0)
          #expect(references.upperBound + interval.semitones <= 127)
        }
      }
    }
  }

  @Test("an interval down leaves the lowest notes out, where its target could not be heard")
  func narrowed() throws {
    let low = try #require(NoteRange(lowest: 21, highest: 48))
    #expect(low.references(for: DirectedInterval(.octave, .down)) == 33...48)
    #expect(low.references(for: DirectedInterval(.perfectFifth, .down)) == 28...48)
    #expect(low.references(for: .prime) == 21...48)
    #expect(low.references(for: DirectedInterval(.octave)) == 21...48)
    let usual = try #require(NoteRange(lowest: 36, highest: 84))
    for interval in DirectedInterval.all { #expect(usual.references(for: interval) == 36...84) }
  }

  @Test("no target lies where there is no pitch: lowest reference pitch, 100 cents flat, any scale")
  func audibleTargets() throws {
    let range = try #require(NoteRange(lowest: 21, highest: 33))
    // Every interval as wide as a scale can make it.
    let wide = ScalaScale(
      pitches: Interval.allCases.map { Cents(Double($0.semitones) * 100 + 99.99) })
    for system in TuningSystem.builtIn + [.scala(ScalaTuning(name: "wide", scale: wide))] {
      for interval in DirectedInterval.all {
        let references = range.references(for: interval)
        let target = system.frequency(
          of: interval, offset: -100, above: MIDINote(references.lowerBound),
          referencePitch: Frequency(hertz: 380))
        #expect(target.hertz >= 20)
      }
    }
  }
}
