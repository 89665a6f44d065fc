import Foundation
import Testing
import Training

@testable import Charts
@testable import Console

@Suite("The profile over the keyboard")
struct KeyboardScreenTests {
  private let notes = 36...84

  @Test("+ enlarges it and the arrows go through the octaves, not beyond the notes")
  func window() {
    var window = KeyboardWindow()
    #expect(window.view(of: notes, capacity: 70) == 36...84)
    window.enlarge()
    window.enlarge()
    window.enlarge()
    #expect(window.view(of: notes, capacity: 70) == 36...47)
    var views: [ClosedRange<Int>] = []
    for _ in 0..<6 {
      window.goUp(in: notes)
      views.append(window.view(of: notes, capacity: 70))
    }
    #expect(views == [48...59, 60...71, 72...83, 73...84, 73...84, 73...84])
    window.goDown()
    #expect(window.view(of: notes, capacity: 70) == 72...83)
    for _ in 0..<9 { window.goDown() }
    window.reduce()
    window.reduce()
    window.reduce()
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

  @Test("the notes between those of the range and one far away are keys, too")
  func contiguous() {
    let fixture = ReportFixture()
    for _ in 0..<3 { fixture.compare(30, 20, true) }
    let lines = fixture.screen(.ascii).lines(in: TerminalSize(columns: 80, rows: 24))
    // From F#1 to C5.
    #expect(lines.contains("      #_#_#__#_#__#_#_#__#_#__#_#_#__#_#__#_#_#__"))
    #expect(lines[1] == "Threshold of every note, F#1 to C5")
  }
}
