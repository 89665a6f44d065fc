import Testing

@testable import Console
@testable import PeachApp

@Suite("The help page")
@MainActor
struct HelpPageTests {
  private nonisolated static let pages: [KeyTable.Page] = [
    .comparison, .matching, .start, .profile, .settings, .sounds, .output, .learn,
  ]

  private func page(_ page: KeyTable.Page, _ messages: [String] = []) -> HelpPage<Never> {
    HelpPage(page, messages: messages, glyphs: .unicode)
  }

  @Test("the keys of the page, and below them the last ten messages")
  func drawing() {
    let size = SettingsFixture.large
    let messages = (1...12).map { "Message \($0)." }
    let lines = SettingsFixture.stage(page(.output, messages).stage(in: size), in: size)
    #expect(lines[0] == "Help")
    #expect(lines[1] == "↑ ↓  k j  move")
    #expect(lines[2] == "Space     a quiet note there")
    #expect(lines.contains("Message 1.") && lines.contains("Message 10."))
    #expect(!lines.contains("Message 11."))
    #expect(lines.last == "Esc back")
  }

  @Test("what does not fit scrolls, and not beyond the end; any other key goes back")
  func scrolling() {
    let size = SettingsFixture.small
    var help = page(.comparison, ["The last message."])
    for _ in 0..<300 { #expect(help.handle(.down) == .stay) }
    #expect(help.stage(in: size).grid(in: size).lines.contains("The last message."))
    for _ in 0..<300 { #expect(help.handle(.up) == .stay) }
    #expect(help.stage(in: size).grid(in: size).lines[1].hasPrefix("↑ k"))
    #expect(help.handle(.escape) == .back)
    #expect(help.handle(.character("?")) == .back)
  }

  @Test("every page fits in both languages; a key has one meaning on a page", arguments: pages)
  func pages(page: KeyTable.Page) {
    func check() {
      let rows = KeyTable.rows(of: page, .unicode)
      #expect(Set(rows.map(\.key)).count == rows.count)
      for size in SettingsFixture.sizes {
        let frame = HelpPage<Never>(page, messages: [], glyphs: .unicode).stage(in: size)
        #expect(frame.body.allSatisfy { $0.columns <= size.columns })
      }
    }
    check()
    SettingsFixture.inGerman(check)
  }
}
