import Music
import Testing

@testable import Console
@testable import PeachApp

@Suite("The sound browser")
@MainActor
struct SoundBrowserTests {
  private let wide = SettingsFixture.wide

  private func browser(
    _ sounds: [BrowsedSound] = SoundFixture.few, chosen: SoundSourceID = .default,
    _ glyphs: Glyphs = .unicode
  ) -> SoundBrowser {
    var browser = SoundBrowser(chosen: chosen, glyphs: glyphs)
    browser.show(SoundIndex(sounds))
    return browser
  }

  private func stage(_ browser: SoundBrowser) -> [String] {
    SettingsFixture.stage(browser.stage(in: wide), in: wide)
  }

  @Test("what is typed searches; the groups, the fonts and the intonation are beside the names")
  func drawing() {
    var browser = browser()
    browser.show([
      SoundSourceID(font: "FluidR3_GM", bank: 0, program: 42): .corrected(3.2),
      SoundSourceID(font: "FluidR3_GM", bank: 0, program: 8): .unfit(.vibrato),
    ])
    for letter in "cel" { #expect(browser.handle(.character(letter)) == .stay) }
    #expect(
      stage(browser) == [
        "Sound", "/ cel_" + String(repeating: " ", count: 48) + "4 of 7",
        "  all       › Celesta         FluidR3_GM   vibrato: unfit",
        "  Keys        Cello           FluidR3_GM   ±4, corrected",
        "  Plucked     Cello           TimGM6mb     not measured",
        "  Strings     Acoustic Steel… FluidR3_GM   not measured",
        "/usr/share/sounds/sf2/FluidR3_GM.sf2 · 0:8 · 141 MiB",
        "Enter take it   ↑ ↓ listen   Tab families   Esc back",
      ])
  }

  @Test("read out, it is a numbered menu; a number selects, letters search")
  func spoken() {
    var browser = SoundBrowser(chosen: .default, glyphs: .unicode, isPlain: true)
    #expect(browser.spoken(in: wide) == ["Looking for SoundFonts…"])
    browser.show(SoundIndex(SoundFixture.few))
    for letter in "cel" { _ = browser.handle(.character(letter)) }
    let lines = browser.spoken(in: wide)
    #expect(lines.contains("2 Cello, FluidR3_GM") && lines.contains("3 Cello, TimGM6mb"))
    #expect(lines.last?.hasPrefix("Celesta, FluidR3_GM, ") == true)
    #expect(!lines.contains { $0.contains("  ") })
    #expect(browser.handle(.character("3")) == .stay)
    #expect(browser.selected?.font == "TimGM6mb")
    #expect(browser.query == "cel")
    #expect(browser.visible(in: wide).count == 4)
  }

  @Test("before the fonts are known, and if nothing fits, it says so")
  func empty() {
    let waiting = SoundBrowser(chosen: .default, glyphs: .unicode)
    #expect(stage(waiting).contains("Looking for SoundFonts…"))
    #expect(waiting.selected == nil)
    var browser = browser()
    for letter in "xyz" { _ = browser.handle(.character(letter)) }
    #expect(stage(browser).contains("No such sound."))
    #expect(browser.handle(.enter) == .stay)
    _ = browser.handle(.down)
    _ = browser.handle(.tab)
    #expect(browser.handle(.enter) == .stay)
  }

  @Test("the arrows move while a search is typed, within the list; Enter takes the selected sound")
  func moving() {
    var browser = browser()
    #expect(browser.selected?.name == "Sine", "the sound of the settings")
    _ = browser.handle(.character("c"))
    _ = browser.handle(.character("e"))
    _ = browser.handle(.up)
    #expect(browser.selected?.name == "Celesta")
    _ = browser.handle(.down)
    #expect(
      browser.handle(.enter)
        == .perform(.choose(SoundSourceID(font: "FluidR3_GM", bank: 0, program: 42))))
    _ = browser.handle(.end)
    _ = browser.handle(.down)
    #expect(browser.selected != nil)
    for _ in 0..<2 { _ = browser.handle(.backspace) }
    #expect(browser.query.isEmpty && browser.selected?.name == "Sine")
    #expect(browser.handle(.escape) == .back)
  }

  @Test("all printing keys are letters of the search, also q, the blank and the question mark")
  func printing() {
    var browser = browser()
    for letter in "q ?k" { #expect(browser.handle(.character(letter)) == .stay) }
    #expect(browser.query == "q ?k")
    _ = browser.handle(.character("/"))
    #expect(browser.query.isEmpty, "a new search")
  }

  @Test("Tab leads to the groups; one of them alone is listed")
  func sections() {
    var browser = browser()
    _ = browser.handle(.tab)
    _ = browser.handle(.down)
    _ = browser.handle(.down)
    #expect(stage(browser).contains { $0.hasPrefix("› Plucked") })
    #expect(stage(browser).contains { $0.hasPrefix("  all         Acoustic Steel…") })
    #expect(browser.visible(in: wide).count == 1)
    #expect(browser.handle(.enter) == .stay, "back to the sounds")
    #expect(browser.handle(.enter) != .stay)
    _ = browser.handle(.character("f"))
    for letter in "lute" { _ = browser.handle(.character(letter)) }
    #expect(browser.selected?.name == "Flûte", "a group without a match gives way to all")
  }

  @Test(
    "with two thousand sounds the selected one is in view",
    arguments: [(30, 8), (40, 12), (80, 24), (200, 60)])
  func sizes(columns: Int, rows: Int) {
    let size = TerminalSize(columns: columns, rows: rows)
    var browser = browser(SoundFixture.many, .ascii)
    for key in [Key.down, .pageDown, .end, .up, .home] {
      _ = browser.handle(key)
      let frame = browser.stage(in: size)
      #expect(frame.body.allSatisfy { $0.columns <= columns })
      let name = browser.selected?.name.prefix(5) ?? "nothing"
      #expect(frame.grid(in: size).lines.contains { $0.contains("> \(name)") })
      #expect(browser.visible(in: size).count <= rows)
    }
  }

  @Test("the words of a verdict have room")
  func verdicts() {
    let all: [SoundVerdict] =
      [.exact, .notMeasured, .corrected(28.3), .uncorrected(399)]
      + SoundVerdict.Reason.allCases.map { .unfit($0) }
    #expect(all.allSatisfy { $0.text.columns <= 17 })
    #expect(SoundVerdict.corrected(3.2).text == "±4, corrected")
    #expect(SoundVerdict.corrected(0.01).text == "±1, corrected")
    SettingsFixture.inGerman {
      #expect(all.allSatisfy { $0.text.columns <= 17 })
      #expect(SoundVerdict.corrected(3.2).text == "±4, korrigiert")
    }
  }
}
