import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Console
@testable import PeachApp

@Suite("Panel mode")
@MainActor
struct PanelModeTests {
  private let output = TextRecorder()

  private func mode(
    _ training: TrainingName, _ glyphs: Glyphs, columns: Int = 60, ringsBell: Bool = false
  ) -> PanelMode {
    PanelMode(
      training.words, panel: TrainingPanel(output: output, columns: columns, glyphs: glyphs),
      glyphs: glyphs, ringsBell: { ringsBell })
  }

  private func screen(_ columns: Int = 60) -> [String] {
    TerminalModel(columns: columns).screen(after: output.text)
  }

  @Test(
    "what is trained, what sounds, the last result and the course stay on their lines")
  func comparisons() throws {
    let view = mode(.comparison, .unicode, ringsBell: true)
    let face = ComparisonFace(glyphs: .unicode)
    let trial = comparison()
    view.show(face.shown(trial))
    view.show(face.shown(.playingNote1, of: trial))
    #expect(screen() == ["Comparison, unison", "1   ♪ first note", "", "q end   ? help"])
    view.show(face.shown(.playingNote2, of: trial))
    #expect(screen()[1] == "1   ♪ second note   ↑ higher   ↓ lower")
    view.show(face.shown(.showingFeedback, of: trial))
    view.show(face.shown(try completed(trial, higher: true), of: trial))
    #expect(output.text.contains("\u{7}"))
    #expect(
      screen().suffix(4) == [
        "1  ✗ wrong   it was 12.5 cents lower   (C4)", "▆", "x", "q end   ? help",
      ])
    view.show(face.shown(.idle, of: trial))
    #expect(screen().allSatisfy { $0.isEmpty || $0 == "\u{7}" })
  }

  @Test("an answer that is taken back leaves the course and the line of the last result")
  func withdrawal() throws {
    let view = mode(.comparison, .unicode)
    let last = comparison(index: 2)
    try view.show(comparison(), higher: true, glyphs: .unicode)
    try view.show(last, higher: true, glyphs: .unicode)
    #expect(screen().suffix(3) == ["▆▆", "xx", "q end   ? help"])
    view.show(
      ComparisonFace(glyphs: .unicode).withdrawn(try completed(last, higher: true), of: last))
    #expect(screen().suffix(4) == ["Answer taken back.", "▆", "x", "q end   ? help"])
    #expect(!screen().contains { $0.contains("wrong") })
  }

  @Test("the bell rings for wrong answers only, and only if it is wanted")
  func bell() throws {
    try mode(.comparison, .ascii).show(comparison(), higher: true)
    try mode(.comparison, .ascii, ringsBell: true).show(comparison(), higher: false)
    #expect(!output.text.contains("\u{7}"))
  }

  @Test(
    "what is trained, what sounds and tunes it, and the last result stay on their lines")
  func matchings() throws {
    let view = mode(.matching, .unicode, columns: 80)
    let face = MatchingFace(glyphs: .unicode)
    let trial = matching(DirectedInterval(.perfectFifth))
    view.show(face.shown(trial))
    view.show(face.shown(.playingReference, of: trial))
    #expect(screen(80)[0] == "Pitch matching, intervals (just)")
    #expect(screen(80)[1] == "1  perfect fifth up   ♪ reference note")
    view.show(face.shown(.playingTunable, of: trial))
    #expect(screen(80)[1] == "1  perfect fifth up   ♪ tune it: ← → fine, ↑ ↓ coarse, then Enter")
    view.show(face.shown(.showingFeedback, of: trial))
    view.show(face.shown(try completed(trial, error: -3.2), of: trial))
    #expect(screen(80)[2] == "1  -3.20 cents   flat, under 10   (C4, perfect fifth up, just)")
    #expect(screen(80).suffix(3) == ["▄", "-", "q end   ? help"])
  }

  @Test(
    "the wait for a server is one line that stays and then goes",
    arguments: [TrainingName.comparison, .matching])
  func terminalServerLoss(training: TrainingName) {
    let view = mode(training, .ascii, columns: 80)
    view.showFault(.serverGone)
    for _ in 0..<3 { view.showNotice(.reconnecting(wait: .seconds(5))) }
    #expect(
      TerminalModel(columns: 80).screen(after: output.text) == [
        "peach: \(Fault.serverGone.message)", "Waiting for a JACK server. q ends.",
        "q end   ? help",
      ])
    view.showNotice(.reconnected(client: "peach"))
    view.showReady(ready)
    view.showNotice(.waitingForStart)
    let screen = screen(80)
    #expect(screen.suffix(2).first == "Interrupted. Any key goes on, q ends.")
    #expect(!screen.contains { $0.contains("Waiting") })
  }

  @Test(
    "help is whole on a narrow terminal", arguments: [TrainingName.comparison, .matching])
  func helpWidth(training: TrainingName) {
    for glyphs in [Glyphs.unicode, .ascii] {
      let output = TextRecorder()
      let help = training.words.help(glyphs)
      TrainingPanel(output: output, columns: 60, glyphs: glyphs).toggleHelp(help)
      let screen = TerminalModel(columns: 60).screen(after: output.text)
      #expect(screen.allSatisfy { $0.count < 60 })
      let words = { (lines: [String]) in lines.flatMap { $0.split(separator: " ") } }
      #expect(words(screen) == words(help))
    }
  }

  @Test("the status never grows past the terminal's width and leaves nothing behind")
  func statusLine() {
    let line = StatusLine(output: output, columns: { 10 })
    line.show("a long line of text")
    line.show("short")
    line.print("above")
    line.clear()
    #expect(TerminalModel(columns: 10).screen(after: output.text) == ["above", ""])
  }

  @Test("signs are ASCII where the locale has no UTF-8")
  func locale() {
    #expect(Glyphs.forLocale(["LANG": "de_DE.UTF-8"]).up == "↑")
    #expect(Glyphs.forLocale(["LANG": "de_DE.utf8"]).up == "↑")
    #expect(Glyphs.forLocale(["LANG": "de_DE.UTF-8", "LC_ALL": "C"]).up == "Up")
    #expect(Glyphs.forLocale(["LC_ALL": "", "LC_CTYPE": "C.UTF-8"]).up == "↑")
    #expect(Glyphs.forLocale([:]).up == "Up")
  }
}
