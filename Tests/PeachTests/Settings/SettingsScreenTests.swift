import TestSupport
import Testing

@testable import Console
@testable import PeachApp
@testable import Settings

@Suite("The settings screen")
@MainActor
struct SettingsScreenTests {
  private let size = TerminalSize(columns: 80, rows: 24)

  private func setting(
    _ name: String, _ value: String, _ choices: SettingChoices, canBeHeard: Bool = true
  ) -> EditableSetting {
    EditableSetting(
      row: ListedSetting(
        name: name, value: value, defaultValue: "1.0", source: "default", allowed: "0…9",
        meaning: "What \(name) is for."),
      remark: name == "first" ? "C4" : nil, choices: choices, canBeHeard: canBeHeard)
  }

  private func screen(_ glyphs: Glyphs = .unicode) -> SettingsScreen {
    SettingsScreen(
      settings: [
        setting("first", "1", .neighbours(before: nil, after: "2")),
        setting("second", "5", .neighbours(before: "4", after: nil), canBeHeard: false),
        setting(
          "third", "P1",
          .members([
            .init(word: "P1", isIn: true, toggled: nil),
            .init(word: "P5", isIn: false, toggled: "P1,P5"),
          ])),
        setting("fourth", "cc:1", .free),
      ], glyphs: glyphs)
  }

  @Test("a reset is offered, and only a yes that was typed out deletes")
  func reset() {
    var screen = SettingsScreen(
      settings: [setting("first", "1", .free)], records: "3 comparisons", glyphs: .unicode)
    func type(_ text: String, _ last: Key) -> ScreenReply<ScreenAction> {
      _ = screen.handle(.character("R"))
      for character in text { _ = screen.handle(.character(character)) }
      return screen.handle(last)
    }
    _ = screen.handle(.character("R"))
    #expect(screen.isTyping)
    #expect(screen.lines(in: size).contains { $0.contains("Delete 3 comparisons?") })
    #expect(screen.spoken(in: size).contains { $0.contains("Delete 3 comparisons?") })
    _ = screen.handle(.escape)
    #expect(!screen.isTyping)
    for (answer, key) in [("", Key.enter), ("no", .enter), ("yes", .escape), ("yess", .enter)] {
      #expect(type(answer, key) == .stay)
      #expect(!screen.isTyping)
    }
    #expect(type("yes", .enter) == .perform(.resetHistory))
    #expect(!screen.isTyping)
  }

  @Test("the chosen setting shows its meaning, what is allowed and which way it can go")
  func drawing() {
    var screen = screen()
    let lines = screen.lines(in: size)
    #expect(lines[0] == "Settings (1 of 4)")
    #expect(lines[1] == "› first     1 >  C4")
    #expect(lines[2] == "  second    5")
    #expect(lines.contains("What first is for."))
    #expect(lines.contains("Allowed: 0…9 (default)"))
    _ = screen.handle(.down)
    #expect(screen.lines(in: size)[2] == "› second  < 5")
    #expect(screen.lines(in: size).last?.contains("hear") == false)
  }

  @Test("left and right change what has neighbours, and nothing beyond its ends")
  func neighbours() {
    var screen = screen()
    #expect(screen.handle(.left) == .stay)
    #expect(screen.handle(.right) == .perform(.change("first", to: "2")))
    #expect(screen.handle(.character(" ")) == .perform(.hear("first")))
    #expect(screen.handle(.character("d")) == .perform(.restore("first")))
    _ = screen.handle(.down)
    #expect(screen.handle(.right) == .stay)
    #expect(screen.handle(.left) == .perform(.change("second", to: "4")))
    #expect(screen.handle(.character(" ")) == .stay, "there is nothing to hear")
    #expect(screen.handle(.character("q")) == .back)
  }

  @Test("a value can be typed; it stays there to be mended until it is taken or left")
  func typing() {
    var screen = screen()
    #expect(screen.handle(.enter) == .stay)
    #expect(screen.isTyping)
    for letter in "7q" { #expect(screen.handle(.character(letter)) == .stay) }
    #expect(screen.lines(in: size)[1] == "› first   : 7q_  C4")
    #expect(screen.handle(.enter) == .perform(.change("first", to: "7q")))
    #expect(screen.isTyping, "it was not taken")
    #expect(screen.handle(.backspace) == .stay)
    #expect(screen.handle(.enter) == .perform(.change("first", to: "7")))
    screen.update([setting("first", "7", .neighbours(before: "6", after: "8"))])
    #expect(!screen.isTyping)
    #expect(screen.lines(in: size)[1] == "› first  < 7 >  C4")
    _ = screen.handle(.enter)
    _ = screen.handle(.character("9"))
    #expect(screen.handle(.escape) == .stay)
    #expect(!screen.isTyping)
  }

  @Test("what can only be typed begins with what it is")
  func free() {
    var screen = screen()
    for _ in 0..<3 { _ = screen.handle(.down) }
    #expect(screen.handle(.right) == .stay)
    #expect(screen.lines(in: size)[4] == "› fourth  : cc:1_")
  }

  @Test("the members of a list go in and out, but for those that cannot")
  func members() {
    var screen = screen()
    _ = screen.handle(.down)
    _ = screen.handle(.down)
    #expect(screen.handle(.enter) == .stay)
    let lines = screen.lines(in: size)
    #expect(lines[0] == "third")
    #expect(lines[1] == "› [x] P1   unison")
    #expect(lines[2] == "  [ ] P5   perfect fifth up")
    #expect(screen.handle(.character(" ")) == .stay, "a list is never empty")
    _ = screen.handle(.down)
    #expect(screen.handle(.character(" ")) == .perform(.change("third", to: "P1,P5")))
    #expect(screen.handle(.character("q")) == .stay, "back to the settings")
    #expect(screen.handle(.character("q")) == .back)
  }

  @Test(
    "it fits any terminal, with the chosen setting in view",
    arguments: [(20, 5), (60, 15), (80, 24), (300, 80)])
  func sizes(columns: Int, rows: Int) {
    let size = TerminalSize(columns: columns, rows: rows)
    var screen = SettingsScreen(
      settings: (1...40).map {
        setting("setting\($0)", "1", .neighbours(before: "0", after: "2"))
      }, glyphs: .ascii)
    for number in 1...40 {
      let lines = screen.lines(in: size)
      #expect(lines.count <= rows)
      #expect(lines.contains { $0.hasPrefix("> setting\(number) ") })
      _ = screen.handle(.down)
    }
  }

  @Test("read out, a move tells the setting that is chosen now and no other")
  func spoken() {
    let recorder = TextRecorder()
    let board = LineBoard(output: recorder)
    var screen = screen()
    board.show(screen.spoken(in: size))
    #expect(recorder.text.hasPrefix("› first     1 >  C4\nWhat first is for.\nAllowed: 0…9"))
    recorder.text = ""
    _ = screen.handle(.down)
    board.show(screen.spoken(in: size))
    #expect(recorder.text.hasPrefix("› second  < 5\nWhat second is for.\n"))
    #expect(!recorder.text.contains("Allowed"), "that is the same as before")
  }
}
