import Foundation
import History
import Testing
import Training

@testable import Console
@testable import PeachApp
@testable import Program

@Suite("Choosing a listener")
@MainActor
struct ListenerScreenTests {
  private let size = StartFixture.sizes[0]

  private func names() throws -> [ListenerName] {
    [try #require(ListenerName("anna")), try #require(ListenerName("ben"))]
  }

  private func startScreen(_ listener: String?) -> StartScreen {
    var facts = StartFixture.facts()
    facts.listener = listener
    return StartScreen(facts, glyphs: .unicode)
  }

  @Test("the start screen has the row only if there are listeners")
  func row() throws {
    let frame = try #require(startScreen("anna").frame(in: size))
    #expect(frame.body.map(\.plain).contains("  a  Listener    anna"))
    #expect(frame.keys.contains { $0.key == "1–9 0" })
    let without = try #require(startScreen(nil).frame(in: size))
    #expect(!without.body.map(\.plain).contains { $0.contains("Listener") })
    #expect(without.keys.contains { $0.key == "1–9 0" })
  }

  @Test("its number and the arrows lead there, and Enter opens the choice")
  func keys() throws {
    var screen = startScreen("anna")
    #expect(screen.handle(.character("a")) == .perform(.open(.listener)))
    let frame = try #require(screen.frame(in: size))
    #expect(frame.body.last?.plain == "Enter: choose whose ear is trained")
    #expect(frame.focus.map { frame.body[$0].plain } == "› a  Listener    anna")
    _ = screen.handle(.up)
    #expect(screen.handle(.enter) == .perform(.map))
    _ = screen.handle(.down)
    _ = screen.handle(.down)
    #expect(screen.handle(.enter) == .perform(.open(.listener)))
    #expect(screen.spoken(in: size).contains("a Listener: anna"))
    // Somebody has deleted the folder meanwhile.
    screen.update(StartFixture.facts())
    #expect(screen.handle(.enter) == .perform(.map))
  }

  @Test("a long name is cut, not wrapped")
  func narrow() throws {
    let name = String(repeating: "x", count: 40)
    let frame = try #require(startScreen(name).frame(in: StartFixture.sizes[1]))
    let row = try #require(frame.body.first { $0.plain.contains("Listener") })
    #expect(row.columns <= 40 && row.plain.hasSuffix("…"))
  }

  @Test("the usual history comes first; the one that is shown is marked and changes nothing")
  func choice() throws {
    let names = try names()
    var screen = ListenerScreen(names, chosen: names[0], glyphs: .unicode)
    let frame = try #require(screen.frame(in: size))
    #expect(
      frame.body.prefix(3).map(\.plain) == ["  the usual history", "› anna ✓", "  ben"])
    #expect(screen.handle(.enter) == .back)
    _ = screen.handle(.down)
    #expect(screen.handle(.enter) == .perform(.chooseListener(names[1])))
    #expect(screen.handle(.character("1")) == .perform(.chooseListener(nil)))
    for _ in 0..<9 { _ = screen.handle(.up) }
    #expect(screen.handle(.enter) == .perform(.chooseListener(nil)))
    // The usual history has no name that could be changed.
    #expect(screen.handle(.character("n")) == .stay && !screen.isTyping)
    #expect(screen.handle(.escape) == .back)
  }

  @Test("while another one is about to be shown, that one is marked, and the former can be chosen")
  func secondChoice() throws {
    let names = try names()
    var chosen: ListenerName?
    var screen = ListenerScreen(names, chosen: chosen, glyphs: .unicode)
    #expect(screen.handle(.character("2")) == .perform(.chooseListener(names[0])))
    chosen = names[0]
    #expect(screen.frame(in: size)?.body[1].plain == "› anna ✓")
    #expect(screen.handle(.character("1")) == .perform(.chooseListener(nil)))
    #expect(screen.handle(.character("2")) == .back)
  }

  @Test("lines: a numbered menu, then what is selected")
  func spoken() throws {
    let names = try names()
    let screen = ListenerScreen(names, chosen: nil, glyphs: Glyphs.unicode.spoken)
    #expect(
      screen.spoken(in: size) == [
        "Listener", "1 the usual history, chosen", "2 anna", "3 ben",
        "4 a new listener", "Each listener has a history and a profile of their own.",
        "the usual history selected. Enter takes it, Escape cancels.",
      ])
  }

  private func type(_ text: String, in screen: inout ListenerScreen) -> ScreenReply<ScreenAction> {
    for character in text { _ = screen.handle(.character(character)) }
    return screen.handle(.enter)
  }

  @Test("the last row makes a listener; a name that is none, or taken, stays to be corrected")
  func making() throws {
    let names = try names()
    var screen = ListenerScreen(names, chosen: nil, glyphs: .unicode)
    #expect(screen.handle(.character("4")) == .stay && screen.isTyping)
    #expect(type("an+", in: &screen) == .stay && screen.isTyping)
    _ = screen.handle(.backspace)
    #expect(type("na", in: &screen) == .stay && screen.isTyping)
    #expect(
      type("q", in: &screen) == .perform(.chooseListener(ListenerName("annaq"))))
    #expect(!screen.isTyping)
  }

  @Test("n renames, and an empty name removes, but not the one whose history is open")
  func changing() throws {
    let names = try names()
    var screen = ListenerScreen(names, chosen: names[0], glyphs: .unicode)
    #expect(screen.handle(.character("n")) == .stay && !screen.isTyping)
    _ = screen.handle(.down)
    _ = screen.handle(.character("n"))
    #expect(
      type("2", in: &screen) == .perform(.moveListener(names[1], to: ListenerName("ben2"))))
    _ = screen.handle(.character("n"))
    #expect(type("", in: &screen) == .stay && !screen.isTyping)
    _ = screen.handle(.character("n"))
    for _ in "ben" { _ = screen.handle(.backspace) }
    #expect(type("", in: &screen) == .perform(.moveListener(names[1], to: nil)))
  }

  @Test("a removed history is kept under a name that no listener has; another's is not replaced")
  func moving() throws {
    let home = try Home()
    let names = try names()
    let environment = home.environment
    for name in names {
      let path = HistoryLocation(of: name, environment: environment).database
      try home.write("x", to: path)
    }
    func move(_ name: ListenerName?) throws -> String {
      try HistoryLocation.move(
        names[1], to: name, environment: environment, now: Date(timeIntervalSince1970: 7))
    }
    #expect(throws: (any Error).self) { try move(names[0]) }
    #expect(try move(nil).hasSuffix("/ben.removed-7"))
    #expect(HistoryLocation.listeners(environment: environment) == [names[0]])
  }
}
