import Charts
import Testing
import Training

@testable import Console
@testable import PeachApp
@testable import Program

@MainActor
extension KeyTable.Page {
  /// The page of a training with its own keys.
  static func training(_ name: TrainingName, _ glyphs: Glyphs = .unicode) -> Self {
    .training(name.words.keys(glyphs))
  }

  static var learn: Self { .learn(LearnAnswer.allCases.map(\.row)) }
}

@Suite("The help page")
@MainActor
struct HelpPageTests {
  private static let pages: [KeyTable.Page] =
    TrainingName.posed.map { .training($0) } + [
      .closing, .closingAlone, .firstRun(hasStart: true), .firstTask(hasStart: false), .start,
      .profile, .listener, .settings, .player,
      .members, .sounds, .output, .learn, .tuner, .map, .text,
    ]

  private func page(_ page: KeyTable.Page, _ messages: [String] = []) -> HelpPage<Never> {
    HelpPage(page, messages: messages, glyphs: .unicode)
  }

  @Test("the keys of the page, below them the last messages in their order, then what figures mean")
  func drawing() throws {
    let size = SettingsFixture.large
    let messages = (1...10).map { "Message \($0)." }
    let lines = SettingsFixture.stage(page(.output, messages).stage(in: size), in: size)
    #expect(lines[0] == "Help")
    #expect(lines[1] == "↑ ↓  k j  move")
    #expect(lines[2] == "Space     a quiet note there; of an input, its level")
    #expect(Array(lines.drop { $0 != "The last messages:" }.dropFirst().prefix(10)) == messages)
    #expect(lines.last == "Esc back")
    let training = page(.training(.comparison), ["A message."]).stage(in: size).body.map(\.plain)
    let message = try #require(training.firstIndex(of: "A message."))
    #expect(message < (training.firstIndex { $0.hasPrefix("Threshold:") } ?? 0))
  }

  @Test("what does not fit scrolls, and not beyond the end; any other key goes back")
  func scrolling() {
    let size = SettingsFixture.small
    var help = page(.training(.comparison), ["The last message."])
    for _ in 0..<300 { #expect(help.handle(.down) == .stay) }
    // What the figures mean comes last.
    #expect(
      help.stage(in: size).grid(in: size).lines.contains("the true one nine times out of ten."))
    for _ in 0..<300 { #expect(help.handle(.up) == .stay) }
    #expect(help.stage(in: size).grid(in: size).lines[1].hasPrefix("↑ k"))
    #expect(help.handle(.escape) == .back)
    #expect(help.handle(.character("?")) == .back)
  }

  @Test("paragraphs stand between the keys and the messages")
  func notes() {
    let size = SettingsFixture.large
    let page = HelpPage<Never>(
      .firstRun(hasStart: true), notes: ["What Peach is.", "", "How it works."],
      messages: ["A message."],
      glyphs: .unicode)
    let lines = page.stage(in: size).body.map(\.plain)
    #expect(
      Array(lines.suffix(7))
        == [
          " ", "What Peach is.", " ", "How it works.", " ", "The last messages:", "A message.",
        ])
    #expect(
      page.spoken(in: size).suffix(4) == [
        "What Peach is.", "How it works.", "A message.", "Esc goes back.",
      ])
  }

  @Test("what the figures are is said where there are some, and there alone")
  func figures() {
    let terms = Set(FigureTerms.sentences)
    for name in Self.pages where name != .text {
      let lines = Set(page(name).spoken(in: SettingsFixture.large))
      #expect(
        terms.isSubset(of: lines) == name.showsFigures
          && terms.isDisjoint(with: lines) != name.showsFigures)
    }
    #expect(KeyTable.Page.profile.showsFigures && !KeyTable.Page.settings.showsFigures)
  }

  @Test("every page fits in both languages; a key has one meaning on a page")
  func pages() {
    func check() {
      for page in Self.pages {
        let rows = KeyTable.rows(of: page, .unicode)
        #expect(Set(rows.map(\.key)).count == rows.count)
        for size in SettingsFixture.sizes {
          let frame = HelpPage<Never>(page, messages: [], glyphs: .unicode).stage(in: size)
          #expect(frame.body.allSatisfy { $0.columns <= size.columns })
        }
      }
    }
    check()
    SettingsFixture.inGerman(check)
  }
}
