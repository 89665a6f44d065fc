import Music
import Testing

@Suite("MIDI notes")
struct MIDINoteTests {
  @Test(
    "a note has the name and the octave of scientific pitch notation",
    arguments: [
      (0, "C-1", -1), (11, "B-1", -1), (12, "C0", 0), (21, "A0", 0), (60, "C4", 4), (61, "C#4", 4),
      (69, "A4", 4), (108, "C8", 8), (127, "G9", 9),
    ])
  func names(number: Int, name: String, octave: Int) {
    #expect(MIDINote(number).name == name)
    #expect(MIDINote(number).octave == octave)
  }

  @Test("there are the notes 0…127 and no others")
  func bounds() {
    #expect(MIDINote(exactly: -1) == nil)
    #expect(MIDINote(exactly: 0)?.rawValue == 0)
    #expect(MIDINote(exactly: 127)?.rawValue == 127)
    #expect(MIDINote(exactly: 128) == nil)
  }

  @Test("a transposition goes up or down by the semitones of its interval")
  func transposition() {
    let c4 = MIDINote(60)
    #expect(c4.transposed(by: DirectedInterval(.perfectFifth)) == MIDINote(67))
    #expect(c4.transposed(by: DirectedInterval(.perfectFifth, .down)) == MIDINote(53))
    #expect(c4.transposed(by: .prime) == c4)
    #expect(MIDINote(115).transposed(by: DirectedInterval(.octave)) == MIDINote(127))
  }

  @Test("notes are ordered by pitch")
  func order() {
    #expect(MIDINote(59) < MIDINote(60))
    #expect((MIDINote(48)...MIDINote(72)).contains(MIDINote(72)))
  }
}
