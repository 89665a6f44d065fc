import Foundation
import Music
import Testing

@testable import Charts
@testable import Console
@testable import PeachApp
@testable import Training

@Suite("The start screen on the stage")
@MainActor
struct StartFrameTests {
  private func frame(
    _ columns: Int, _ rows: Int, _ glyphs: Glyphs = .unicode,
    chosen: TrainingChoice? = StartFixture.unison
  ) throws -> StageFrame {
    try #require(
      StartFixture.screen(glyphs, chosen: chosen)
        .frame(in: TerminalSize(columns: columns, rows: rows)))
  }

  /// The rows that are not blank, without the columns in front of the stage.
  private func stage(_ lines: [String], from left: Int) -> [String] {
    lines.filter { !$0.isEmpty }.map { line in
      line.prefix(left).allSatisfy { $0 == " " } ? String(line.dropFirst(left)) : line
    }
  }

  private let english = [
    "Peach",
    "  t  Today",
    "› 1  Comparison  unison       threshold 12.8 cents (9–18)",
    "  2  Comparison  fifth ↑, major third ↓   not trained yet",
    "  3  Matching    unison       2.1 flat, spread 6",
    "  4  Matching    fifth ↑, major third ↓   not trained yet",
    "  5  Purity      unison       not trained yet",
    "  6  Purity      fifth ↑, major third ↓   not trained yet",
    "  7  Playing     unison       not trained yet",
    "  8  Playing     fifth ↑, major third ↓   not trained yet",
    "  9  Profile     0  Settings     m  My instrument",
    "Two notes: is the second higher or lower than the first?",
    "Enter: 40 comparisons, about 3 minutes",
    "Enter start   1–9 0   ? help   q quit   Space hear   o output   + - level",
  ]

  @Test("80 × 24, in English")
  func standard() throws {
    let lines = try frame(80, 24).lines(80, 24)
    #expect(stage(lines, from: 10) == english)
    #expect(lines[0] == "Peach")
    #expect(lines[5].hasPrefix("          › 1"))
    #expect(lines[14].isEmpty)
    #expect(lines[16] == "          Enter: 40 comparisons, about 3 minutes")
    #expect(lines[23].hasPrefix("Enter start"))
  }

  @Test("120 × 40 shows the same, in the middle")
  func large() throws {
    let lines = try frame(120, 40).lines(120, 40)
    #expect(stage(lines, from: 30) == english)
    #expect(lines[13].hasPrefix(String(repeating: " ", count: 30) + "› 1"))
    #expect(lines[39].hasPrefix("Enter start"))
  }

  @Test("40 × 12 has the figures alone, no blank rows, no line for Enter, and four keys")
  func small() throws {
    let lines = try frame(40, 12).lines(40, 12)
    #expect(
      lines == [
        "Peach",
        "  t  Today",
        "› 1  Comparison unison 12.8 (9–18)",
        "  2  Comparison fifth ↑, major third ↓ –",
        "  3  Matching   unison 2.1 flat",
        "  4  Matching   fifth ↑, major third ↓ –",
        "  5  Purity     unison –",
        "  6  Purity     fifth ↑, major third ↓ –",
        "  7  Playing    unison –",
        "  8  Playing    fifth ↑, major third ↓ –",
        "",
        "Enter start   1–9 0   ? help   q quit",
      ])
  }

  @Test("in German, in all three sizes")
  func german() throws {
    let expected = [
      "Peach",
      "  t  Heute",
      "› 1  Vergleich   Einklang     Schwelle 12,8 Cent (9–18)",
      "  2  Vergleich   Quinte ↑, große Terz ↓   noch nicht geübt",
      "  3  Einstimmen  Einklang     2,1 zu tief, Streuung 6",
      "  4  Einstimmen  Quinte ↑, große Terz ↓   noch nicht geübt",
      "  5  Reinheit    Einklang     noch nicht geübt",
      "  6  Reinheit    Quinte ↑, große Terz ↓   noch nicht geübt",
      "  7  Spielen     Einklang     noch nicht geübt",
      "  8  Spielen     Quinte ↑, große Terz ↓   noch nicht geübt",
      "  9  Profil     0  Einstellungen     m  Mein Instrument",
      "Zwei Töne: Ist der zweite höher oder tiefer als der erste?",
      "Enter: 40 Vergleiche, etwa 3 Minuten",
      "Enter beginnen   1–9 0   ? Hilfe   q Ende   Leertaste hören   o Ausgang   + - Pegel",
    ]
    try StartFixture.inGerman {
      let wide = try frame(120, 40).lines(120, 40)
      #expect(stage(wide, from: 30) == expected)
      let standard = stage(try frame(80, 24).lines(80, 24), from: 10)
      #expect(standard.dropLast() == expected.dropLast())
      #expect(expected.last?.replacing("   ", with: "  ") == standard.last)
      #expect(
        try frame(40, 12).lines(40, 12).filter { !$0.isEmpty } == [
          "Peach",
          "  t  Heute",
          "› 1  Vergleich  Einklang 12,8 (9–18)",
          "  2  Vergleich  Quinte ↑, große Terz ↓ –",
          "  3  Einstimmen Einklang 2,1 zu tief",
          "  4  Einstimmen Quinte ↑, große Terz ↓ –",
          "  5  Reinheit   Einklang –",
          "  6  Reinheit   Quinte ↑, große Terz ↓ –",
          "  7  Spielen    Einklang –",
          "  8  Spielen    Quinte ↑, große Terz ↓ –",
          "Enter beginnen  1–9 0  ? Hilfe  q Ende",
        ])
    }
  }

  @Test("40 columns keep the figures, in German, too; the kind is cut instead")
  func figures() throws {
    func estimate(_ value: Double, _ low: Double, _ high: Double) -> CentsEstimate {
      CentsEstimate(value: Cents(value), low: Cents(low), high: Cents(high))
    }
    func check(_ ends: [String]) throws {
      let fit = MatchingFit(
        count: 120, bias: estimate(-12.1, -13.4, -10.8), pull: estimate(0, -1, 1),
        spread: estimate(16.4, 15.5, 17.5), errorOfBias: 1, errorOfPull: 1)
      let matching = TrainingState(
        HearingWords.matchingBrief(fit), short: HearingWords.matchingShort(fit))
      let threshold = TrainingState.threshold(estimate(112.8, 95, 138))
      let facts = StartFacts(
        rows: TrainingChoice.all.map { choice in
          StartFacts.Row(
            choice: choice, state: choice.training == .matching ? matching : threshold,
            intervals: choice.kind == .unison ? [.prime] : [StartFixture.intervals[0]])
        }, paces: [:])
      let screen = StartScreen(facts, glyphs: .unicode, chosen: StartFixture.unison)
      let lines = try #require(screen.frame(in: StartFixture.sizes[1])).lines(40, 12)
      for (line, end) in zip(lines.dropFirst(2), ends) { #expect(line.hasSuffix(end), "\(line)") }
    }
    let english = Array(repeating: " 112.8 (95–138)", count: 2)
    try check(english + Array(repeating: " 12.1 flat, 16.4", count: 2))
    try StartFixture.inGerman {
      let german = Array(repeating: " 112,8 (95–138)", count: 2)
      try check(german + Array(repeating: " 12,1 tief, 16,4", count: 2))
    }
  }

  @Test("a state that does not fit is said in fewer words, not cut")
  func longState() throws {
    let line = "new sound: 12 answers; before 28.1 (20–37)"
    let state = TrainingState(line, short: "not known yet")
    let facts = StartFacts(
      rows: TrainingChoice.all.map {
        StartFacts.Row(choice: $0, state: state, intervals: [.prime])
      }, paces: [:])
    let screen = StartScreen(facts, glyphs: .unicode, chosen: StartFixture.unison)
    func first(_ columns: Int) throws -> String {
      let size = TerminalSize(columns: columns, rows: 24)
      return try #require(screen.frame(in: size)).body[1].plain
    }
    #expect(try first(80) == "› 1  Comparison  unison       \(line)")
    #expect(try first(72) == "› 1  Comparison  unison       \(line)")
    #expect(try first(71) == "› 1  Comparison  unison       not known yet")
  }

  @Test("what is selected is bold, with a pointer; the rest is plain")
  func emphasis() throws {
    let frame = try frame(80, 24, chosen: TrainingChoice(.matching, .unison))
    for (index, line) in frame.body.prefix(10).enumerated() {
      #expect(line.runs.allSatisfy { ($0.style.weight == .bold) == (index == 3) })
      #expect(line.plain.hasPrefix("›") == (index == 3))
    }
    #expect(frame.body.last?.plain == "Enter: 20 notes to tune, about 3 minutes")
    #expect(frame.focus == 3)
  }

  @Test("ASCII where the locale has no UTF-8")
  func ascii() throws {
    for size in StartFixture.sizes {
      let frame = try frame(size.columns, size.rows, .ascii)
      let rows = frame.lines(size.columns, size.rows).filter { !$0.contains("threshold") }
      #expect(rows.filter { !$0.contains("(9") }.allSatisfy { $0.allSatisfy(\.isASCII) })
    }
  }

  @Test("the smallest terminal shows what is selected")
  func tiny() throws {
    #expect(try frame(28, 6).lines(28, 6)[0].hasPrefix("1 Comparison unison"))
  }

  @Test("the keys of each item, and of everything else")
  func keys() {
    var screen = StartFixture.screen()
    #expect(
      screen.handle(.character("4")) == .perform(.train(TrainingChoice(.matching, .interval))))
    #expect(screen.handle(.character("9")) == .perform(.open(.profile)))
    #expect(screen.handle(.character("0")) == .perform(.open(.settings)))
    #expect(screen.handle(.left) == .stay)
    #expect(screen.handle(.enter) == .perform(.open(.profile)))
    for _ in 0..<11 { #expect(screen.handle(.up) == .stay) }
    #expect(screen.handle(.enter) == .perform(.today))
    #expect(screen.handle(.character(" ")) == .stay)
    #expect(screen.handle(.down) == .stay)
    #expect(screen.handle(.enter) == .perform(.train(TrainingChoice(.comparison, .unison))))
    #expect(screen.handle(.character("t")) == .perform(.today))
    #expect(screen.handle(.down) == .stay)
    #expect(screen.handle(.character("j")) == .stay)
    #expect(screen.handle(.enter) == .perform(.train(TrainingChoice(.comparison, .interval))))
    #expect(screen.handle(.character(" ")) == .perform(.hearIntervals(StartFixture.intervals)))
    let last = TrainingChoice(.purity, .interval)
    var purity = StartFixture.screen(chosen: last)
    #expect(
      purity.handle(.character(" "))
        == .perform(.hearIntervals(StartFixture.intervals, .harmonic)))
    #expect(screen.handle(.character("+")) == .perform(.changeLevel(.by(1))))
    #expect(screen.handle(.character("-")) == .perform(.changeLevel(.by(-1))))
    #expect(screen.handle(.character("o")) == .perform(.open(.output)))
    #expect(screen.handle(.character("q")) == .perform(.quit))
    #expect(screen.handle(.character("a")) == .perform(.open(.listener)))
    for key in [Key.escape, .other, .character("h"), .character("x")] {
      #expect(screen.handle(key) == .stay)
    }
    #expect(screen.handle(.character("?")) == .help)
  }

  @Test("a session without an end says so; one of a minute is not rounded to nothing")
  func lengths() {
    #expect(StartFixture.facts(trials: 0).session(of: .comparison) == "comparisons until Esc")
    #expect(StartFixture.facts(trials: 0).session(of: .matching) == "notes to tune until Esc")
    #expect(
      StartFixture.facts(trials: 1, seconds: 3).session(of: .comparison)
        == "1 comparison, about 1 minute")
  }

  @Test("lines: a numbered menu without signs, then what is selected")
  func spoken() {
    var screen = StartFixture.screen(chosen: TrainingChoice(.comparison, .interval))
    let size = StartFixture.sizes[0]
    #expect(
      screen.spoken(in: size) == [
        "Peach",
        "t Today",
        "1 Comparison, unison: threshold 12.8, 9 to 18",
        "2 Comparison, perfect fifth up, major third down: not trained yet",
        "3 Matching, unison: 2.1 flat, spread 6",
        "4 Matching, perfect fifth up, major third down: not trained yet",
        "5 Purity, unison: not trained yet",
        "6 Purity, perfect fifth up, major third down: not trained yet",
        "7 Playing, unison: not trained yet",
        "8 Playing, perfect fifth up, major third down: not trained yet",
        "9 Profile", "0 Settings", "m My instrument",
        "A number opens or starts, arrows move, Enter chooses, Space plays, ? helps, q quits.",
        """
        2 selected. Enter: 40 comparisons, about 3 minutes. Two notes: is the second higher or lower than the \
        true interval?
        """,
      ])
    // A key is answered by one line.
    let before = Set(screen.spoken(in: size))
    _ = screen.handle(.down)
    #expect(screen.spoken(in: size).filter { !before.contains($0) }.count == 1)
  }

  @Test("what is known of notes one after the other stays, dim, when notes sound together")
  func elsewhere() throws {
    var hearing = HearingModel()
    for index in 0..<30 {
      hearing.add(
        PitchAnswer(
          .matching,
          note: MIDINote(60), interval: .prime, centError: Cents(Double(index % 7)),
          initialCentOffset: Cents(Double(index * 7 - 100)), date: Date(timeIntervalSince1970: 0),
          presentation: nil))
    }
    let range = try #require(NoteRange(lowest: 55, highest: 67))
    func screen(_ presentation: Presentation) -> StartScreen {
      StartScreen(
        StartFacts(
          ProfileSnapshot(hearing, noteRange: range, presentation: presentation),
          intervals: [DirectedInterval(.perfectFifth)], presentation: presentation, glyphs: .unicode
        ) { _ in TrainingPace(trials: 40, seconds: 4) }, glyphs: .unicode,
        chosen: StartFixture.unison)
    }
    let size = StartFixture.sizes[0]
    let together = try #require(screen(.harmonic).frame(in: size)).body[3]
    let own = try #require(screen(.melodic).frame(in: size)).body[3]
    #expect(together.runs.last?.style.weight == .dim && !together.plain.contains("not trained yet"))
    #expect(own.runs.last?.style.weight != .dim)
    let spoken = screen(.harmonic).spoken(in: size)
    #expect(spoken[4].contains("not known yet; one after the other, in January 1970: "))
  }

  @Test("the plan of the day comes first: what fits in the row, and why, if it is selected")
  func today() throws {
    var facts = StartFixture.facts()
    facts.plan = StartFixture.plan
    func body(_ columns: Int, chosen: TrainingChoice? = nil) throws -> [String] {
      let screen = StartScreen(facts, glyphs: .unicode, chosen: chosen)
      let size = TerminalSize(columns: columns, rows: 24)
      return try #require(screen.frame(in: size)).body.map(\.plain)
    }
    let row = "t  Today       listen to thirds 30 s · 45 thirds · tune 12 · 25 unisons"
    #expect(try body(80)[0] == "› " + row)
    #expect(
      try body(80).last
        == "major third: 14.2 (10–19) cents, goal 12; day 3 of it. About 10 minutes.")
    #expect(try body(80, chosen: StartFixture.unison)[0] == "  " + row)
    #expect(try body(40)[0] == "› t  Today      45 thirds · tune 12 …")
    var screen = StartScreen(facts, glyphs: .unicode)
    let thirds = [DirectedInterval(.majorThird), DirectedInterval(.minorThird)]
    #expect(screen.handle(.character(" ")) == .perform(.hearIntervals(thirds, .harmonic)))
    facts.stories = [Skill(.comparison): "in October 12.4"]
    #expect(try body(80)[1].hasSuffix(", in October 12.4"))
    #expect(try !body(40)[1].contains("October"))
    let spoken = screen.spoken(in: StartFixture.sizes[0])
    #expect(spoken[1] == "t Today: listen to thirds 30 s, 45 thirds, tune 12, 25 unisons")
    #expect(
      spoken.last == """
        t selected. Enter: what Peach proposes for today. major third: 14.2 (10–19) cents, goal \
        12; day 3 of it. About 10 minutes.
        """)
    facts.isPlanDone = true
    #expect(try body(80, chosen: StartFixture.unison)[0] == "  t  Today       Enough for today.")
    #expect(try body(80).last == "Enter: the same plan once more")
  }

  @Test("changed facts leave the selection")
  func update() throws {
    var screen = StartFixture.screen()
    _ = screen.handle(.down)
    screen.update(StartFixture.facts(trials: 10))
    let frame = try #require(screen.frame(in: StartFixture.sizes[0]))
    #expect(frame.body[2].plain.hasPrefix("› 2"))
    #expect(frame.body.last?.plain == "Enter: 10 comparisons, about 1 minute")
  }
}
