import Foundation
import Music
import Testing
import Training

@testable import Charts
@testable import Console
@testable import PeachApp

@Suite("Help on the screens")
struct HelpTests {
  private struct Silent: Screen {
    func lines(in _: TerminalSize) -> [String] { [] }
    mutating func take(_: Key) -> ScreenAction? { nil }
  }

  /// A screen in which text is typed.
  private struct Typing: Screen {
    var typed: [Key] = []
    var help: [String] { [] }
    func lines(in _: TerminalSize) -> [String] { [] }
    mutating func take(_ key: Key) -> ScreenAction? {
      typed.append(key)
      return nil
    }
  }

  private func screens() throws -> [any Screen] {
    let fixture = ReportFixture()
    let range = try #require(NoteRange(lowest: 48, highest: 72))
    return [
      StartScreen(
        profile: ProfileSnapshot(
          profile: fixture.profile, trends: fixture.trends, noteRange: range), glyphs: .ascii),
      fixture.screen(.ascii), fixture.timeline(.ascii), TextScreen(["a text"]), Silent(),
    ]
  }

  @Test("? asks for help on every screen, and each has some about its keys")
  func everywhere() throws {
    for screen in try screens() {
      var screen = screen
      #expect(screen.answer(.character("?")) == .open(.help))
      #expect(screen.help.contains { $0.hasPrefix("  q") })
    }
    let helps = try screens().map { $0.help.joined(separator: "\n") }
    #expect(helps[0].contains("1 2 3 4  start a training"))
    #expect(helps[1].contains("Left Right  the other trainings"))
    #expect(helps[3].contains("up, down  to lines"))
  }

  @Test("the same key closes it, and so does q; it scrolls where it is long")
  func closing() throws {
    for key in [Key.character("?"), .character("q"), .escape, .enter] {
      var help = HelpScreen(["what q does"])
      #expect(help.lines(in: TerminalSize(columns: 80, rows: 24)).first == "what q does")
      #expect(help.answer(key) == .back)
    }
    var long = HelpScreen((1...30).map { "line \($0)" })
    #expect(long.answer(.down) == nil)
    #expect(long.lines(in: TerminalSize(columns: 80, rows: 24)).first == "line 2")
  }

  @Test("other keys are the screen's, and ? is where text is typed")
  func otherKeys() throws {
    for screen in try screens().prefix(4) {
      var (answering, taking) = (screen, screen)
      #expect(answering.answer(.character("q")) == taking.take(.character("q")))
    }
    var typing = Typing()
    #expect(typing.answer(.character("?")) == nil)
    #expect(typing.typed == [.character("?")])
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
