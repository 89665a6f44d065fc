import Foundation
import History
import Music
import TestSupport
import Testing
import Training

@testable import Charts
@testable import Console
@testable import PeachApp
@testable import Program

@Suite("Screens")
@MainActor
struct ScreenTests {
  private let sizes = [(60, 15), (80, 24), (300, 80)].map {
    TerminalSize(columns: $0.0, rows: $0.1)
  }

  private func snapshot(trained: Bool) throws -> ProfileSnapshot {
    var hearing = HearingModel()
    if trained {
      // A threshold of about ten cents, in ten days.
      for index in 0..<800 {
        let note = MIDINote(36 + index * 7 % 49)
        let date = Date(timeIntervalSince1970: Double(index / 80) * 86_400)
        hearing.addComparison(
          note: note, centOffset: [3, 10, 25, 60][index % 4],
          isCorrect: index % 4 > 1 || !(index / 4).isMultiple(of: index % 4 == 1 ? 4 : 2),
          interval: .prime, date: date)
        hearing.add(
          PitchAnswer(
            .matching,
            note: note, interval: .prime, centError: Cents(Double(index % 7)),
            initialCentOffset: Cents(Double(index % 11) * 10 - 50), date: date, presentation: nil))
      }
    }
    return ProfileSnapshot(
      hearing, noteRange: try #require(NoteRange(lowest: 36, highest: 84)))
  }

  @Test("with Caps Lock, letters mean the same on every screen")
  func capitals() throws {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    func check<Shown: Screen>(_ makeScreen: () throws -> Shown, _ name: String) throws {
      for letter in letters {
        var (one, other) = (try makeScreen(), try makeScreen())
        let size = TerminalSize(columns: 80, rows: 24)
        let replies = [
          "\(one.handle(.character(letter)))",
          "\(other.handle(.character(Character(letter.uppercased()))))",
        ]
        #expect(replies[0] == replies[1], "\(letter) on \(name)")
        #expect(one.spoken(in: size) == other.spoken(in: size), "\(letter) on \(name)")
      }
    }
    let listener = try #require(ListenerName("anna"))
    var facts = StartFixture.facts()
    facts.listener = "anna"
    try check({ StartScreen(facts, glyphs: .unicode) }, "start")
    try check({ ListenerScreen([listener], chosen: nil, glyphs: .unicode) }, "listener")
    try check(
      { HelpPage<ScreenAction>(.start, messages: [], glyphs: .unicode) }, "help")
    try check({ TextScreen<ScreenAction>(["a", "b", "c"]) }, "text")
    for key in letters where LearnAnswer(.character(key)) != nil {
      #expect(
        LearnAnswer(.character(key)) == LearnAnswer(.character(Character(key.uppercased()))))
    }
    for (key, training) in letters.flatMap({ key in TrainingName.allCases.map { (key, $0) } }) {
      let face = training.face
      let capital = Key.character(Character(key.uppercased()))
      #expect(face.command(for: .character(key)) == face.command(for: capital))
    }
  }

  /// Apart from what the language replaces by itself without UTF-8.
  private func isASCII(_ line: String) -> Bool {
    line.filter { !"–♯♭".contains($0) }.allSatisfy(\.isASCII)
  }

  private let noDays = ProfileDays(HearingModel(), timeZone: .gmt)

  @Test("the start screen says what is known of each training, from the profile's verdicts")
  func start() throws {
    func rows(trained: Bool, _ glyphs: Glyphs) throws -> [String] {
      let facts = StartFacts(
        try snapshot(trained: trained), intervals: [DirectedInterval(.perfectFifth)], glyphs: glyphs
      ) { _ in TrainingPace(trials: 40, seconds: 4) }
      let screen = StartScreen(facts, glyphs: glyphs, chosen: StartFixture.unison)
      return try #require(screen.frame(in: sizes[1])).body.map(\.plain)
    }
    let first = try rows(trained: false, .unicode)
    #expect(first[1] == "› 1  Comparison  unison       not trained yet")
    #expect(first[4] == "  4  Matching    fifth ↑      not trained yet")
    let later = try rows(trained: true, .unicode)
    #expect(later[1].contains(/threshold [\d.]+ cents \([\d.]+–[\d.]+\)$/))
    #expect(later[3].contains(/[\d.]+ sharp, spread [\d.]+$/))
    #expect(later[2].hasSuffix("not trained yet"))
  }

  @Test("the profile screen draws thresholds over the notes, and says what they mean")
  func profile() throws {
    var screen = ProfileScreen<ScreenAction>(
      profile: try snapshot(trained: true), days: noDays, glyphs: .unicode)
    for size in sizes {
      let lines = screen.lines(in: size)
      #expect(lines[0].hasPrefix("Profile: Comparison, unison"))
      #expect(lines.count <= size.rows && lines.allSatisfy { $0.columns <= size.columns })
      // One of them is the legend's.
      #expect(lines.joined().count { $0 == "●" } > 1)
      #expect(lines.contains { $0.contains("C4") && $0.contains("C6") })
      #expect(lines.contains { $0.contains("Best known ") })
    }
    #expect(screen.handle(.character("z")) == .stay)
    #expect(screen.lines(in: sizes[1])[0].hasSuffix("C2–B3"))
    #expect(screen.handle(.right) == .stay)
    #expect(screen.lines(in: sizes[1]).contains { $0.contains("Not trained yet") })
    #expect(screen.handle(.right) == .stay)
    let tuning = screen.lines(in: sizes[1])
    #expect(tuning[0] == "Profile: Matching, unison")
    #expect(tuning.contains { $0.contains(" sharp on average (") })
    #expect(screen.handle(.character("q")) == .back)
  }

  @Test("plots and their words are ASCII where the locale has no UTF-8")
  func ascii() throws {
    var screen = ProfileScreen<ScreenAction>(
      profile: try snapshot(trained: true), days: noDays, glyphs: .ascii)
    for _ in 0..<4 {
      #expect(screen.lines(in: sizes[1]).allSatisfy(isASCII))
      _ = screen.handle(.right)
    }
  }

  @Test("a long text scrolls as far as it goes, a short one stays")
  func text() {
    var screen = TextScreen<ScreenAction>((1...30).map { "line \($0)" })
    #expect(screen.lines(in: sizes[0]).first == "line 1")
    for _ in 0..<100 { _ = screen.handle(.down) }
    #expect(screen.lines(in: sizes[0])[12] == "line 30")
    #expect(screen.handle(.escape) == .back)
    var short = TextScreen<ScreenAction>(["only"])
    _ = short.handle(.down)
    #expect(short.lines(in: sizes[0]).first == "only")
  }
}
