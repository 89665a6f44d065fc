import Music
import Testing

@testable import Charts
@testable import Console
@testable import Training

@Suite("The profile over the notes")
struct NotesPageTests {
  private let notes = 36...84

  @Test("z enlarges it in two steps, then shows all again")
  func zoom() {
    var window = KeyboardWindow()
    var views: [ClosedRange<Int>] = []
    for _ in 0..<4 {
      views.append(window.view(of: notes, capacity: 70))
      window.enlarge()
    }
    #expect(views == [36...84, 36...59, 36...47, 36...84])
  }

  @Test("the arrows go through the octaves, not beyond the notes")
  func window() {
    var window = KeyboardWindow()
    window.enlarge()
    window.enlarge()
    var views: [ClosedRange<Int>] = []
    for _ in 0..<6 {
      window.goUp(in: notes)
      views.append(window.view(of: notes, capacity: 70))
    }
    #expect(views == [48...59, 60...71, 72...83, 73...84, 73...84, 73...84])
    window.goDown()
    #expect(window.view(of: notes, capacity: 70) == 72...83)
    for _ in 0..<9 { window.goDown() }
    window.enlarge()
    #expect(window.view(of: notes, capacity: 70) == 36...84)
  }

  @Test("notes that a narrow terminal has no room for are reached by the octave")
  func narrow() {
    var window = KeyboardWindow()
    #expect(window.view(of: notes, capacity: 24) == 36...59)
    for _ in 0..<9 { window.goUp(in: notes) }
    #expect(window.view(of: notes, capacity: 24) == 61...84)
    #expect(window.view(of: 60...62, capacity: 24) == 60...62)
  }

  @Test("the notes between those of the range and one far away are in view, too")
  func contiguous() {
    let fixture = ReportFixture()
    fixture.compareOften(30)
    let frame = fixture.screen().frame(in: TerminalSize(columns: 80, rows: 24))
    #expect(frame?.corner.plain == "F♯1–C5")
  }

  @Test("while no note is known there is no picture, and the sentence says why")
  func unknown() {
    let fixture = ReportFixture()
    for _ in 0..<3 { fixture.compare(60, 20, true) }
    let text = fixture.screen().text(80, 24)
    #expect(text.contains("It is too early to say: there are 3 comparisons, and"))
    #expect(!text.contains("Threshold, cents") && !text.contains("Not known yet"))
  }

  @Test("notes that are not known are named in ranges, three at most")
  func ranges() {
    func told(_ unknown: Set<Int>) -> String {
      let estimate = CentsEstimate(value: Cents(10), low: Cents(8), high: Cents(15))
      return ProfileScreenText.known(
        (60...72).map { note in
          NotesPage.Entry(
            note: MIDINote(note),
            verdict: ThresholdVerdict(
              state: unknown.contains(note) ? .early : .shown, answers: 20, threshold: estimate))
        }
      ).joined()
    }
    #expect(told([]) == "Best known C4: 10.0 (8–15).")
    #expect(told([60]).hasSuffix(" Not known yet: C4."))
    #expect(told([60, 61, 63, 70, 71, 72]).hasSuffix(" Not known yet: C4–C♯4, E♭4, B♭4–C5."))
    #expect(told([60, 62, 64, 66]).hasSuffix(" Not known yet: C4, D4, E4 and others."))
    #expect(told(Set(60...72)).isEmpty)
  }
}
