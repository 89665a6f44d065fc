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

  @Test("every reference note of every range has its transposition within 0…127")
  func references() throws {
    for lowest in 21...96 {
      let range = try #require(NoteRange(lowest: lowest, highest: 108))
      for interval in DirectedInterval.all {
        let references = range.references(for: interval)
        #expect(references.lowerBound >= lowest && references.upperBound <= 108)
        #expect(references.lowerBound + interval.semitones >= 0)
        #expect(references.upperBound + interval.semitones <= 127)
      }
    }
  }

  @Test("no target lies where there is no pitch, at the lowest reference pitch and 100 cents flat")
  func audibleTargets() throws {
    let range = try #require(NoteRange(lowest: 21, highest: 33))
    for system in TuningSystem.builtIn {
      for interval in DirectedInterval.all {
        let references = range.references(for: interval)
        #expect(references.upperBound <= 33)
        let target = system.frequency(
          of: interval, offset: -100, above: MIDINote(references.lowerBound),
          referencePitch: Frequency(hertz: 380))
        #expect(target.hertz >= 20)
      }
    }
  }
}
