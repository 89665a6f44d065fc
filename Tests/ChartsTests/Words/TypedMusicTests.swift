import Language
import Music
import TestSupport
import Testing

@testable import Charts

@Suite("Notes, intervals and frequencies that are typed")
struct TypedMusicTests {
  @Test(
    "a note is read by its number, its name, its German name and Helmholtz's marks",
    arguments: [
      ("60", 60), ("C4", 60), ("c4", 60), ("c'", 60), ("c''", 72), ("F#3", 54), ("f♯3", 54),
      ("Bb3", 58),
      ("B♭3", 58), ("Cb4", 59), ("B#3", 60), ("C-1", 0), ("G9", 127), ("Cis4", 61), ("Des4", 61),
      ("Es4", 63), ("As3", 56), ("fis'", 66), ("H3", 59), ("h'", 71), (" C4 ", 60), ("Hes3", 58),
    ])
  func notes(text: String, number: Int) {
    #expect(TypedMusic.note(text)?.rawValue == number)
  }

  @Test(
    "anything else is no note",
    arguments: [
      "", "C", "C#", "128", "-1", "G#9", "Cb-1", "C##4", "C10", "C+4", "C#+4", "C04", "C-0", "Ds4",
      "I4",
      "C'", "4.5",
    ])
  func noNotes(text: String) { #expect(TypedMusic.note(text) == nil) }

  @Test("B is the note below C, and in German the one below H")
  func german() {
    #expect(TypedMusic.note(TypedMusic.spelling(ofNote: "B4"))?.rawValue == 71)
    inGerman {
      #expect(TypedMusic.note(TypedMusic.spelling(ofNote: "B4"))?.rawValue == 70)
      #expect(TypedMusic.note(TypedMusic.spelling(ofNote: "Bb4"))?.rawValue == 70)
      #expect(TypedMusic.note(TypedMusic.spelling(ofNote: "H4"))?.rawValue == 71)
    }
  }

  @Test("what is shown can be typed, in both languages")
  func shown() {
    func check() {
      for note in MIDINote.range.map({ MIDINote($0) }) {
        let name = NoteName.text(note)
        #expect(TypedMusic.note(TypedMusic.spelling(ofNote: name)) == note, "\(name)")
      }
      for interval in DirectedInterval.all {
        #expect(
          TypedMusic.interval(NoteName.text(interval)) == interval, "\(NoteName.text(interval))")
        let short = IntervalName.short(interval, .unicode)
        #expect(TypedMusic.interval(short) == interval, "\(short)")
      }
    }
    check()
    inGerman(check)
  }

  @Test("several intervals stand with commas or blanks between them; what is none stays as it is")
  func several() {
    #expect(TypedMusic.intervals("P1,P5, M3-") == ["P1", "P5", "M3-"])
    #expect(TypedMusic.intervals("P5 M3") == ["P5", "M3"])
    #expect(TypedMusic.intervals("fifth, major third down") == ["P5", "M3-"])
    #expect(TypedMusic.intervals("Quinte große Terz abwärts Oktave") == ["P5", "M3-", "P8"])
    #expect(TypedMusic.intervals("fith") == ["fith"] && TypedMusic.intervals("P5,") == ["P5", ""])
    #expect(TypedMusic.interval("unison down") == .prime && TypedMusic.interval("third") == nil)
  }

  @Test("a frequency may have its unit")
  func frequencies() {
    for text in ["442", "442Hz", "442 Hz", "442,0hz"] { #expect(TypedMusic.hertz(text) == 442) }
    for text in ["", "Hz", "442 kHz", "a"] { #expect(TypedMusic.hertz(text) == nil) }
  }
}
