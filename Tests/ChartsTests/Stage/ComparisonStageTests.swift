import Console
import Music
import Testing

@testable import Charts

@Suite("Stage of the comparison")
struct ComparisonStageTests {
  @Test("while notes sound only their mark moves; the keys come with the second note")
  func beforeTheAnswer() {
    #expect(
      StageFixture.comparison(.first).stage() == """
                 ●         ·
               first    second
        """)
    #expect(
      StageFixture.comparison(.second).stage() == """
                 ○         ●       ↑ higher   ↓ lower
        """)
    #expect(
      StageFixture.comparison(.awaitingAnswer).stage() == """
                 ○         ?       ↑ higher   ↓ lower   Space again
        """)
  }

  @Test("after the answer the second note is above or below the line of the true one")
  func answered() {
    #expect(
      StageFixture.answered(12.5, isRight: true).stage() == """
                           ●  ✓ higher, by 12.5 cents
                 ○┄┄┄┄┄┄┄┄┄┄  D4
        """)
    #expect(
      StageFixture.answered(-8.1, isRight: false, .follows, note: 52).stage() == """
                 ○┄┄┄┄┄┄┄┄┄┄  ✗ it was lower, by 8.1 cents
                           ●  E3     ♪ again   Enter skips
        """)
  }

  @Test("in the smallest terminal neither a notice nor the picture covers the verdict")
  func smallest() {
    let size = TerminalSize(columns: 30, rows: 8)
    for interval in [DirectedInterval.prime, StageFixture.fifth, StageFixture.fifthDown] {
      for offset in [-64.0, -8.1] {
        var frame = StageFixture.answered(offset, isRight: false, .follows, interval).frame(size)
        frame.notice = "The sound breaks off often; peach doctor says what can be done about it."
        let shown = frame.grid(in: size).lines.joined(separator: " ")
        #expect(shown.contains("it was lower, by"), "\(interval), \(offset)")
        #expect(shown.contains("The sound breaks off"))
      }
    }
  }

  @Test("beyond 30 cents it is two rows away", arguments: [(30.0, 2), (30.1, 3), (100, 3)])
  func height(offset: Double, rows: Int) {
    for sign in [1.0, -1] {
      let stage = StageFixture.answered(sign * offset, isRight: true).stage()
      #expect(stage.split(separator: "\n", omittingEmptySubsequences: false).count == rows)
    }
  }

  @Test("an interval has its name on top from the start, and its true note as dashes")
  func intervals() {
    let wrong = StageFixture.answered(-8.1, isRight: false, .none, StageFixture.fifth, note: 52)
    #expect(
      wrong.stage() == """
        perfect fifth up · just, 702.0 cents


                         ┄┄┄  ✗ it was lower, by 8.1 cents
                           ●  the fifth was narrow
                 ○            E3
        """)
    let right = StageFixture.answered(40, isRight: true, .none, StageFixture.fifth)
    #expect(
      right.stage() == """
        perfect fifth up · just, 702.0 cents

                           ●  ✓ higher, by 40.0 cents

                         ┄┄┄  the fifth was wide
                 ○            D4
        """)
    let asked = StageFixture.comparison(.first, StageFixture.fifth).stage()
    #expect(asked.hasPrefix("perfect fifth up · just, 702.0 cents\n"))
  }

  @Test("an interval is heard as it was asked, then as it is true; what sounds is bold")
  func truth() {
    func scene(_ replay: StageReplay) -> TrialScene {
      StageFixture.answered(-8.1, isRight: false, replay, StageFixture.fifth, note: 52)
    }
    #expect(
      scene(.follows).stage() == """
        perfect fifth up · just, 702.0 cents


                         ┄┄┄  ✗ it was lower, by 8.1 cents
                           ●  the fifth was narrow
                 ○            E3     ♪ yours   ♪ true   Enter skips
        """)
    #expect(scene(.follows).boldSounds.isEmpty && scene(.sounding(.reference)).boldSounds.isEmpty)
    #expect(scene(.sounding(.given)).boldSounds == ["♪ yours"])
    #expect(scene(.sounding(.truth)).boldSounds == ["♪ true"])
    let truth = scene(.sounding(.truth)).frame().body.flatMap(\.runs).filter {
      $0.text.contains("┄")
    }
    #expect(truth.map(\.style) == [Style(color: .green, weight: .bold)])
    for size in [StageFixture.small, TerminalSize(columns: 60, rows: 24)] {
      #expect(scene(.follows).stage(size).contains("♪ yours   ♪ true"))
    }
    inGerman { #expect(scene(.follows).stage().contains("♪ eigener   ♪ richtig")) }
  }

  @Test("downwards the first note is on top, and higher is narrow")
  func downwards() {
    let scene = StageFixture.answered(12.5, isRight: true, .none, StageFixture.fifthDown)
    #expect(
      scene.stage() == """
        perfect fifth down · just, 702.0 cents

                 ○            D4
                           ●  ✓ higher, by 12.5 cents
                         ┄┄┄  the fifth was narrow
        """)
  }

  @Test("the first note stays in its place while the picture around it changes")
  func still() {
    for interval in [DirectedInterval.prime, StageFixture.fifth, StageFixture.fifthDown] {
      let scenes = [
        StageFixture.comparison(.first, interval),
        StageFixture.comparison(.awaitingAnswer, interval),
        StageFixture.answered(8, isRight: true, .none, interval),
        StageFixture.answered(-8, isRight: true, .none, interval),
        StageFixture.answered(80, isRight: true, .none, interval),
        StageFixture.answered(-80, isRight: true, .none, interval),
      ]
      let rows = scenes.map { scene in
        scene.frame().grid(in: StageFixture.wide).lines.firstIndex {
          Array($0).count > 19 && "●○".contains(Array($0)[19])
        }
      }
      #expect(Set(rows).count == 1)
      #expect(rows.allSatisfy { $0 != nil })
    }
  }

  @Test("while the listener does not know an interval, it is said what is compared with what")
  func explained() throws {
    func lines(_ scene: TrialScene, _ size: TerminalSize) -> [String] {
      var place = StageFixture.place(of: scene, hasAnswer: false)
      place.explains = true
      return scene.frame(of: place, in: size, glyphs: .unicode).grid(in: size).lines
    }
    let waiting = StageFixture.comparison(.awaitingAnswer, StageFixture.fifth)
    let wide = lines(waiting, StageFixture.wide)
    #expect(
      wide.contains { $0.hasSuffix("Is the second note higher or lower than the true fifth?") })
    let answered = lines(
      StageFixture.answered(8, isRight: true, .none, StageFixture.fifth), StageFixture.wide)
    #expect(!answered.joined().contains("true fifth"))
    #expect(
      wide.firstIndex { $0.contains("○") } == answered.firstIndex { $0.contains("○") })
    for size in [StageFixture.small, TerminalSize(columns: 30, rows: 8)] {
      #expect(lines(waiting, size).joined(separator: " ").contains("than the true fifth?"))
      inGerman {
        for interval in DirectedInterval.all where interval != .prime {
          let scene = StageFixture.comparison(.awaitingAnswer, interval)
          #expect(lines(scene, size).contains { $0.contains("○") })
        }
      }
    }
    #expect(lines(waiting, TerminalSize(columns: 40, rows: 4)).joined().contains("true fifth"))
    #expect(
      !lines(StageFixture.comparison(.awaitingAnswer), StageFixture.wide).joined().contains("true"))
  }

  @Test("what sounds is bold, signs and bars alone are coloured")
  func styles() {
    func cells(_ scene: TrialScene) -> (Style, Style) {
      let grid = scene.frame().grid(in: StageFixture.wide)
      let row = (0..<grid.rows).first { grid[$0, 19].text == "○" } ?? 0
      return (grid[row, 19].style, grid[row, 20].style)
    }
    #expect(cells(StageFixture.answered(-8, isRight: false, .sounding(.reference))).0 == .strong)
    #expect(cells(StageFixture.answered(-8, isRight: false, .sounding(.given))) == (.plain, .right))
    let grid = StageFixture.answered(-8, isRight: false).frame().grid(in: StageFixture.wide)
    let verdict = (0..<grid.rows).first { grid[$0, 32].text == "✗" } ?? 0
    #expect(grid[verdict, 32].style == .wrong)
    #expect((34..<60).allSatisfy { grid[verdict, $0].style == .plain })
  }

  @Test("a small terminal has no room for keys beside the picture")
  func small() {
    let size = StageFixture.small
    #expect(StageFixture.comparison(.awaitingAnswer).stage(size) == "  ○    ?")
    #expect(
      StageFixture.comparison(.awaitingAnswer).keys(size)
        == "↑ higher  ↓ lower  Space again  Esc end")
    #expect(
      StageFixture.answered(-8.1, isRight: false, .follows, note: 52).stage(size) == """
          ○┄┄┄┄┄  ✗ it was lower, by 8.1 cents
               ●  E3     ♪ again
        """)
    let replayed = StageFixture.answered(-8.1, isRight: false, .follows)
    #expect(replayed.keys(size).hasPrefix("Enter skips"))
  }

  @Test("before the first answer no key is offered for it")
  func first() {
    func keys(hasAnswer: Bool) -> String? {
      StageFixture.comparison(.first).frame(hasAnswer: hasAnswer)
        .grid(in: StageFixture.wide).lines.last
    }
    #expect(keys(hasAnswer: false) == "p pause   Esc end   ? help   o output   + - level")
    #expect(
      keys(hasAnswer: true)
        == "p pause   u undo   r last   Esc end   ? help   o output   + - level")
  }

  @Test(
    "in a narrow terminal the keys that answer stay, and beside them the way out",
    arguments: [30, 40, 59])
  func narrow(columns: Int) {
    let size = TerminalSize(columns: columns, rows: 12)
    func check() {
      let asked = StageFixture.comparison(.awaitingAnswer).keys(size)
      #expect(asked.hasPrefix("↑ ") && asked.contains("↓ ") && asked.contains("Esc "))
      let answered = StageFixture.answered(8, isRight: false, .follows).keys(size)
      #expect(answered.hasPrefix("Enter ") && answered.contains("Esc "))
      let paused = TrialScene.paused(PausedStage("Paused.")).keys(size)
      #expect(paused.hasPrefix("Enter ") && paused.contains("Esc "))
    }
    check()
    inGerman(check)
  }

  @Test("in a tiny terminal there is the verdict alone")
  func tiny() {
    let size = TerminalSize(columns: 29, rows: 7)
    let lines = StageFixture.answered(12.5, isRight: true).frame(size).grid(in: size).lines
    #expect(lines.filter { !$0.isEmpty } == ["✓ higher, by 12.5 cents"])
    let asked = StageFixture.comparison(.awaitingAnswer).frame(size).grid(in: size).lines
    #expect(asked.filter { !$0.isEmpty } == ["Higher or lower?"])
  }

  @Test("without UTF-8 the signs are words and letters")
  func ascii() {
    #expect(
      StageFixture.answered(-8.1, isRight: false, .follows, note: 52)
        .stage(StageFixture.wide, .ascii) == """
                   .----------  no: it was lower, by 8.1 cents
                             o  E3     * again   Enter skips
          """)
  }

  @Test("in German")
  func german() {
    inGerman {
      #expect(
        StageFixture.answered(12.5, isRight: true, .none, note: 61).stage() == """
                             ●  ✓ höher, um 12,5 Cent
                   ○┄┄┄┄┄┄┄┄┄┄  Cis4
          """)
      #expect(
        StageFixture.answered(-8.1, isRight: false, .none, StageFixture.fifth, note: 58).stage()
          == """
          Quinte aufwärts · rein, 702,0 Cent


                           ┄┄┄  ✗ er war tiefer, um 8,1 Cent
                             ●  die Quinte war zu eng
                   ○            B3
          """)
    }
  }
}
