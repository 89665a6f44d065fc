import TestSupport
import Testing

@testable import Console
@testable import PeachApp
@testable import Program
@testable import Settings

@Suite("The settings screen")
@MainActor
struct SettingsScreenTests {
  private let wide = SettingsFixture.wide

  /// With the row of a setting selected.
  private func screen(at name: String, _ glyphs: Glyphs = .unicode) -> SettingsScreen {
    var screen = SettingsFixture.screen(glyphs)
    for _ in SettingKey.allCases where !screen.stage(in: wide).body.contains(where: isRow(name)) {
      screen.pressDownThroughGroups()
    }
    return screen
  }

  /// Whether a line below the list names the key.
  private func isRow(_ name: String) -> (StyledText) -> Bool {
    { $0.plain.contains("\(name) · ") || $0.plain.contains("\(name) - ") }
  }

  /// Whether there is a cursor behind a text.
  private func isTyping(_ screen: SettingsScreen) -> Bool {
    screen.stage(in: wide).verdict.plain.hasSuffix("_")
  }

  @Test("groups, names, words and units; the key stands small beside the meaning")
  func drawing() {
    let lines = SettingsFixture.stage(screen(at: "noteDuration").stage(in: wide), in: wide)
    #expect(
      lines == [
        "Settings" + String(repeating: " ", count: 66) + "2 of 8",
        "  Task       Sound            Sine, built in     Enter",
        "› Sound    › Length of notes  1.0 s              0.3–3",
        "  Tuning     Note gap         0.00 s",
        "  Feedback   Vary loudness    off",
        "  Hands      Correct tuning   yes",
        "  Output     Even loudness    yes",
        "  More       Strike again     yes",
        "             Font folders",
        "How long each note sounds.            noteDuration · default",
        "← → change   Space hear   u undo   d default   Tab groups   Esc back",
      ])
  }

  @Test("small: the rows of one group under its name")
  func small() {
    let lines = screen(at: "noteDuration").stage(in: SettingsFixture.small)
      .grid(in: SettingsFixture.small).lines
    #expect(lines[0] == "Settings: Sound                   2 of 8")
    #expect(lines[1] == "  Sound            Sine, built in Enter")
    #expect(lines[2].hasPrefix("› Length of notes  1.0 s"))
    #expect(lines[8].hasPrefix("How long each note sounds."))
    #expect(lines[9].hasSuffix("noteDuration · default"))
    #expect(lines[11].hasPrefix("← → change  Space hear  u undo  Esc back"))
  }

  @Test("German, with the comma and the words of the language")
  func german() {
    SettingsFixture.inGerman {
      let lines = SettingsFixture.stage(screen(at: "noteDuration").stage(in: wide), in: wide)
      #expect(lines[0].hasPrefix("Einstellungen"))
      #expect(lines.contains { $0.contains("› Tondauer") && $0.contains("1,0 s") })
      #expect(lines.contains { $0.contains("0,3–3") })
      #expect(lines.contains { $0.hasSuffix("noteDuration · Vorgabe") })
      #expect(lines.contains { $0.contains("ja") })
    }
  }

  @Test("the sizes of the intervals are below the tuning")
  func sizes() {
    let lines = SettingsFixture.stage(screen(at: "tuningSystem").stage(in: wide), in: wide)
    #expect(lines.contains { $0.contains("fifth ↑   701.955  1.96 wider") })
    let others = SettingsFixture.stage(screen(at: "noteDuration").stage(in: wide), in: wide)
    #expect(!others.contains { $0.contains("701.955") })
  }

  @Test("what becomes known meanwhile ends no typing")
  func growth() {
    var screen = SettingsFixture.screen()
    screen.press(.down, .down, .enter, .character("4"))
    screen.show(SettingsFixture.contents(hasRecords: false))
    #expect(screen.isTyping)
    screen.update(SettingsFixture.contents())
    #expect(!screen.isTyping)
  }

  @Test("the arrows change what has neighbours, and nothing beyond its ends")
  func neighbours() {
    var screen = screen(at: "noteDuration")
    #expect(screen.press(.right) == .perform(.change("noteDuration", to: "after")))
    #expect(screen.press(.character("h")) == .perform(.change("noteDuration", to: "before")))
    #expect(screen.press(.character(" ")) == .perform(.hear("noteDuration")))
    #expect(screen.press(.character("d")) == .perform(.restore("noteDuration")))
    #expect(screen.press(.character("u")) == .perform(.undo))
    #expect(screen.press(.character("+")) == .perform(.changeLevel(1)))
    #expect(screen.press(.character("o")) == .perform(.open(.output)))
    #expect(screen.press(.character("?")) == .help)
    #expect(screen.press(.escape) == .back)
    var strategy = self.screen(at: "strategy")
    #expect(strategy.press(.left) == .stay, "the first word")
    #expect(strategy.press(.character(" ")) == .stay, "there is nothing to hear")
  }

  @Test(
    "the arrows stay in a group; Tab leads to the groups, and the one that was open is so again")
  func moving() {
    var screen = SettingsFixture.screen()
    func corner() -> String { screen.stage(in: wide).corner.plain }
    #expect(corner() == "1 of 11")
    screen.press(.up)
    #expect(corner() == "1 of 11")
    for _ in 0..<12 { screen.press(.down) }
    #expect(corner() == "11 of 11")
    screen.press(.tab, .down, .down)
    #expect(screen.stage(in: wide).body.contains { $0.plain.hasPrefix("› Tuning") })
    #expect(screen.press(.enter) == .stay)
    #expect(screen.press(.right) != .stay, "the arrow changes the first row again")
    #expect(screen.group == .tuning)
    screen.press(.tab, .down, .down, .down, .down, .down, .down, .down, .down)
    #expect(screen.stage(in: wide).verdict.plain == "More")
  }

  @Test("either arrow turns a yes into a no and back")
  func truths() {
    var screen = screen(at: "evenLoudness")
    for key in [Key.left, .right] {
      #expect(screen.press(key) == .perform(.change("evenLoudness", to: "false")))
    }
  }

  @Test("a value can be typed; it stays there to be mended until it is taken or left")
  func typing() {
    var screen = screen(at: "noteDuration")
    #expect(screen.press(.enter) == .stay)
    #expect(isTyping(screen))
    for letter in "7q" { #expect(screen.press(.character(letter)) == .stay) }
    let lines = SettingsFixture.stage(screen.stage(in: wide), in: wide)
    #expect(lines[2].hasPrefix("› Sound    › Length of notes  7q_"))
    #expect(lines.contains("Allowed: 0.3…3.0"))
    #expect(screen.press(.enter) == .perform(.change("noteDuration", to: "7q")))
    #expect(isTyping(screen), "it was not taken")
    #expect(screen.press(.backspace, .enter) == .perform(.change("noteDuration", to: "7")))
    screen.update(SettingsFixture.contents(changing: ["noteDuration": "0.7"]))
    #expect(!isTyping(screen))
    #expect(screen.stage(in: wide).verdict.plain == "Length of notes: 0.7 s")
    screen.press(.enter, .character("9"))
    #expect(screen.press(.escape) == .stay, "the field is left, not the page")
    #expect(!isTyping(screen))
  }

  @Test("what can only be typed begins with what it is; sounds, outputs and MIDI learn have pages")
  func pages() {
    var slider = screen(at: "slider")
    #expect(slider.press(.right) == .stay)
    slider.press(.enter)
    #expect(slider.stage(in: wide).verdict.plain == "Tuning control: cc:1_")
    var sound = screen(at: "soundSource")
    #expect(sound.press(.enter) == .perform(.open(.sounds)))
    var output = screen(at: "connect")
    #expect(output.press(.enter) == .perform(.open(.output)))
    var learn = screen(at: "controller")
    #expect(learn.press(.down, .enter) == .perform(.open(.learn)))
  }

  @Test("the members of a list go in and out, but for those that cannot")
  func members() {
    var screen = SettingsFixture.screen()
    #expect(screen.press(.enter) == .perform(.open(.player)), "the first row")
    #expect(screen.press(.down, .enter) == .stay)
    let lines = SettingsFixture.stage(screen.stage(in: wide), in: wide)
    #expect(lines[0].hasPrefix("Settings: Intervals") && lines[0].hasSuffix("1 chosen"))
    #expect(lines[1] == "› ✓ unison")
    #expect(lines[2] == "    perfect fifth up")
    #expect(screen.press(.character(" ")) == .stay, "a list is never empty")
    #expect(
      screen.press(.down, .character(" ")) == .perform(.change("intervals", to: "P1,P5")))
    #expect(screen.press(.escape) == .stay, "back to the settings")
    #expect(screen.press(.escape) == .back)
  }

  @Test(
    "in the list of members the keys that mean the same everywhere do, and its help names its keys")
  func keysOfMembers() {
    var screen = SettingsFixture.screen()
    #expect(screen.page == .settings)
    screen.press(.down, .enter)
    #expect(screen.page == .members)
    #expect(screen.press(.character("+")) == .perform(.changeLevel(1)))
    #expect(screen.press(.character("-")) == .perform(.changeLevel(-1)))
    #expect(screen.press(.character("o")) == .perform(.open(.output)))
    #expect(screen.press(.character("u")) == .perform(.undo))
    #expect(screen.press(.character("?")) == .help)
    let help = KeyTable.rows(of: .members, .unicode)
    #expect(help.contains { $0.meaning == "choose it, or leave it out" })
    #expect(!help.contains { $0.meaning == "change the value" })
    screen.press(.escape)
    #expect(screen.page == .settings)
  }

  @Test("a reset is offered, and only a yes that was typed out deletes")
  func reset() {
    func opened() -> SettingsScreen {
      var screen = SettingsFixture.screen()
      screen.pressToEnd()
      screen.press(.enter)
      return screen
    }
    var screen = opened()
    #expect(isTyping(screen))
    #expect(screen.spoken(in: wide).joined().contains("Delete 3 comparisons?"))
    for (answer, key) in [("", Key.enter), ("no", .enter), ("yes", .escape), ("yess", .enter)] {
      screen = opened()
      for letter in answer { screen.press(.character(letter)) }
      #expect(screen.press(key) == .stay)
      #expect(!isTyping(screen))
    }
    screen = opened()
    for letter in "yes" { screen.press(.character(letter)) }
    #expect(screen.press(.enter) == .perform(.resetHistory))
    var without = SettingsFixture.screen(hasRecords: false)
    without.pressToEnd()
    without.press(.enter)
    #expect(without.stage(in: wide).verdict.plain.hasPrefix("In a session"))
  }

  @Test(
    "every row fits any terminal, with the selected one in view",
    arguments: [(30, 8), (60, 20), (200, 60)])
  func fits(columns: Int, rows: Int) {
    let size = TerminalSize(columns: columns, rows: rows)
    for (language, glyphs) in [("en", Glyphs.ascii), ("de", .unicode)] {
      func check() {
        var screen = SettingsFixture.screen(glyphs)
        for _ in 0..<SettingKey.allCases.count + 1 {
          let frame = screen.stage(in: size)
          let name = frame.verdict.plain.prefix { $0 != ":" }
          #expect(frame.body.allSatisfy { $0.columns <= columns }, "\(name), \(language)")
          #expect(
            frame.grid(in: size).lines.contains {
              $0.contains("\(glyphs.pointer) \(name.prefix(9))")
            },
            "\(name), \(language)")
          screen.pressDownThroughGroups()
        }
      }
      if language == "de" { SettingsFixture.inGerman(check) } else { check() }
    }
  }

  @Test("read out, it is a numbered menu without columns; a move tells what is selected now alone")
  func spoken() {
    var screen = screen(at: "noteDuration")
    let before = screen.spoken(in: wide)
    #expect(
      before == [
        "Settings: Sound", "1 Sound: Sine, built in", "2 Length of notes: 1.0 s",
        "3 Note gap: 0.00 s", "4 Vary loudness: off", "5 Correct tuning: yes",
        "6 Even loudness: yes", "7 Strike again: yes", "8 Font folders",
        SettingsScreenText.spokenKeys,
        "Length of notes: 1.0 s", "How long each note sounds.", "noteDuration, default",
      ])
    screen.press(.down)
    let new = screen.spoken(in: wide).filter { !before.contains($0) }
    #expect(new.first == "Note gap: 0.00 s" && new.count == 3)
    for _ in SettingKey.allCases {
      screen.pressDownThroughGroups()
      #expect(!screen.spoken(in: wide).contains { $0.contains("  ") })
    }
  }

  @Test("a number does what Enter does with its item; in a list it puts a member in or out")
  func numbers() {
    var screen = screen(at: "noteDuration")
    #expect(screen.press(.character("1")) == .perform(.open(.sounds)))
    #expect(screen.press(.character("9")) == .stay, "there is no ninth")
    #expect(screen.press(.character("2")) == .stay)
    #expect(screen.spoken(in: wide).last == "Allowed: 0.3…3.0")
    screen.press(.character("1"))
    #expect(screen.spoken(in: wide).contains("Length of notes: 1"), "numbers are typed there")
    screen.press(.backspace)
    #expect(screen.spoken(in: wide).contains("Length of notes: type a value."))
    screen.press(.escape, .tab)
    #expect(screen.spoken(in: wide).contains("3 Tuning"))
    screen.press(.character("3"))
    #expect(screen.spoken(in: wide).first == "Settings: Tuning")
    var lists = SettingsFixture.screen()
    lists.press(.down, .enter)
    #expect(lists.spoken(in: wide).contains("1 unison, chosen"))
    #expect(lists.press(.character("2")) == .perform(.change("intervals", to: "P1,P5")))
  }
}
