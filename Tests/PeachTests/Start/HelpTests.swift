import Foundation
import Music
import Testing
import Training

@testable import Charts
@testable import Console
@testable import PeachApp
@testable import Program

@Suite("Help on the screens")
@MainActor
struct HelpTests {
  private func screens() throws -> [any Screen<ScreenAction>] {
    let range = try #require(NoteRange(lowest: 48, highest: 72))
    let profile = ProfileSnapshot(HearingModel(), noteRange: range)
    let days = ProfileDays(HearingModel(), timeZone: .gmt)
    let thresholds = ProfileScreen<ScreenAction>(
      profile: profile, days: days, glyphs: .ascii, others: { ScreenAction(everywhere: $0) })
    var timeline = thresholds
    _ = timeline.handle(.character("t"))
    let closing = ClosingPage(
      TrainingChoice(.comparison, .unison), course: SessionCourse(.comparison), seconds: 60,
      before: nil, now: SessionFigures(.comparison, of: [], HearingModel(), noteRange: range))
    return [
      StartFixture.screen(.ascii), thresholds, timeline, ClosingScreen(closing, glyphs: .ascii),
      ListenerScreen([], chosen: nil, glyphs: .ascii), TextScreen(["a text"]),
    ]
  }

  @Test("? asks for help on every screen, and each has its page of the key table")
  func everywhere() throws {
    for screen in try screens() {
      var screen = screen
      #expect(screen.handle(.character("?")) == .help)
    }
    #expect(
      try screens().map { KeyTable.Page(of: $0) }
        == [.start, .profile, .profile, .closing, .listener, .text])
  }

  @Test("+ - and o mean the same on every screen that has no text to scroll")
  func sameKeys() throws {
    for screen in try screens().dropLast() {
      var screen = screen
      #expect(screen.handle(.character("+")) == .perform(.changeLevel(.by(1))))
      #expect(screen.handle(.character("=")) == .perform(.changeLevel(.by(1))))
      #expect(screen.handle(.character("-")) == .perform(.changeLevel(.by(-1))))
      #expect(screen.handle(.character("o")) == .perform(.open(.output)))
    }
  }

  @Test("what a row of a table has too much goes on below its last column")
  func rows() {
    #expect(
      WrappedText.rowLines("  + -  larger and smaller", width: 20)
        == ["  + -  larger and", "       smaller"])
    #expect(WrappedText.rowLines("no  row of a table", width: 8) == ["no  row", "of a", "table"])
    #expect(WrappedText.lines("from 50 % to", width: 8) == ["from", "50 % to"])
  }
}
