import Foundation
import Music
import Testing
import Training

@testable import Charts
@testable import Console
@testable import PeachApp

@Suite("Help on the screens")
@MainActor
struct HelpTests {
  private struct Silent: Screen {
    func lines(in _: TerminalSize) -> [String] { [] }
    mutating func handle(_: Key) -> ScreenReply<ScreenAction> { .stay }
  }

  /// A screen in which text is typed.
  private struct Typing: Screen {
    var typed: [Key] = []
    var help: [String] { [] }
    func lines(in _: TerminalSize) -> [String] { [] }
    mutating func handle(_ key: Key) -> ScreenReply<ScreenAction> {
      typed.append(key)
      return .stay
    }
  }

  private func screens() throws -> [any Screen<ScreenAction>] {
    let range = try #require(NoteRange(lowest: 48, highest: 72))
    let profile = ProfileSnapshot(HearingModel(), noteRange: range)
    let days = ProfileDays(HearingModel(), timeZone: .gmt)
    let thresholds = ProfileScreen<ScreenAction>(profile: profile, days: days, glyphs: .ascii)
    var timeline = thresholds
    _ = timeline.handle(.character("t"))
    return [
      StartScreen(hearing: HearingModel(), glyphs: .ascii), thresholds, timeline,
      TextScreen(["a text"]), Silent(),
    ]
  }

  @Test("? asks for help on every screen, and each has some about its keys")
  func everywhere() throws {
    for screen in try screens() {
      var screen = screen
      #expect(screen.reply(to: .character("?")) == .help)
      #expect(screen.help.contains { $0.hasPrefix("  q") })
    }
    let helps = try screens().map { $0.help.joined(separator: "\n") }
    #expect(helps[0].contains("1 2 3 4  start a training"))
    #expect(helps[1].contains("Left Right  the other trainings"))
    #expect(helps[3].contains("up, down  scroll to hidden lines"))
  }

  @Test("the same key closes it, and so does q; it scrolls where it is long")
  func closing() throws {
    for key in [Key.character("?"), .character("q"), .escape, .enter] {
      var help = HelpScreen<ScreenAction>(["what q does"])
      #expect(help.lines(in: TerminalSize(columns: 80, rows: 24)).first == "what q does")
      #expect(help.reply(to: key) == .back)
    }
    var long = HelpScreen<ScreenAction>((1...30).map { "line \($0)" })
    #expect(long.reply(to: .down) == .stay)
    #expect(long.lines(in: TerminalSize(columns: 80, rows: 24)).first == "line 2")
  }

  @Test("other keys are the screen's, and ? is where text is typed")
  func otherKeys() throws {
    for screen in try screens().prefix(4) {
      var (answering, taking) = (screen, screen)
      #expect(answering.reply(to: .character("q")) == taking.handle(.character("q")))
    }
    var typing = Typing()
    #expect(typing.reply(to: .character("?")) == .stay)
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
