import Console
import Music
import Testing
import Training

@testable import Charts

@Suite("Stage of the matching")
struct MatchingStageTests {
  @Test("before the commit there is no number, no bar and no movement")
  func beforeTheCommit() {
    #expect(
      StageFixture.matching(.first).stage() == """
                 ●  listen
        """)
    #expect(
      StageFixture.matching(.second).stage() == """
                 ○  ♪  tune it    ← → fine   ↑ ↓ coarse
                    Enter in tune      Space reference again
        """)
    #expect(
      StageFixture.matching(.second, StageFixture.fifth).stage().hasPrefix(
        "perfect fifth up · just\n"))
  }

  @Test("after it both notes stand on a scale")
  func result() {
    #expect(
      StageFixture.tuned(8.3, .follows).stage() == """
        -10       -5         0         +5       +10 cents
         ├─────────┼─────────┼─────────┼─────────┤
                             ┃                ▲
                            true            yours
        8.3 cents sharp · D4 · began 41.7 flat
        ♪ yours, then true                   Enter skips
        """)
    #expect(
      StageFixture.tuned(-3.2, .none, StageFixture.fifth).stage() == """
        perfect fifth up · just

        -10       -5         0         +5       +10 cents
         ├─────────┼─────────┼─────────┼─────────┤
                       ▲     ┃
                     yours  true
        3.2 cents flat · D4 · began 41.7 flat
        the fifth was narrow
        """)
  }

  @Test(
    "the scale is the smallest that fits",
    arguments: [
      (10.0, "+10 cents"), (-10.1, "+30 cents"), (30, "+30 cents"), (30.1, "+100 cents"),
      (-200, "+100 cents"),
    ])
  func scale(error: Double, end: String) {
    let numbers = StageFixture.tuned(error).stage().split(separator: "\n").first
    #expect(numbers?.hasSuffix(end) == true)
  }

  @Test("an error that can be told has its own mark, however near it is")
  func near() {
    for error in [0.5, -0.5, 1, -1, 2.4, -2.4] {
      let stage = StageFixture.tuned(error).stage()
      #expect(stage.contains("▲") && stage.contains("┃"))
      let labels = stage.split(separator: "\n")[3]
      #expect(labels.contains("true") && labels.contains("yours") && !labels.contains("trueyours"))
      #expect(!labels.contains("yourstrue"))
    }
    let inTune = StageFixture.tuned(0.4).stage()
    #expect(inTune.contains("in tune, to the cent"))
    #expect(!inTune.contains("▲"))
  }

  @Test("what sounds is bold")
  func styles() {
    func marks(_ note: ReplayNote.Role?) -> [Style.Weight] {
      let grid = StageFixture.tuned(8.3, .sounding(note)).frame().grid(in: StageFixture.wide)
      let row = (0..<grid.rows).first { grid[$0, 31].text == "┃" } ?? 0
      #expect(grid[row, 31].style.color == .green)
      #expect(grid[row, 48].style.color == .magenta)
      return [grid[row, 31].style.weight, grid[row, 48].style.weight]
    }
    #expect(marks(.given) == [.normal, .bold])
    #expect(marks(.truth) == [.bold, .normal])
    #expect(marks(.reference) == [.normal, .normal])
    #expect(marks(nil) == [.normal, .normal])
  }

  @Test("a small terminal has no room for keys beside the picture")
  func small() {
    let size = StageFixture.small
    #expect(
      StageFixture.matching(.second).stage(size) == """
          ○  ♪  tune it
        """)
    #expect(StageFixture.matching(.second).keys(size) == "Enter in tune   ← → ↑ ↓ tune   Esc end")
    #expect(
      StageFixture.tuned(8.3, .follows).stage(size) == """
        -10    -5      0      +5    +10 cents
         ├──────┼──────┼──────┼──────┤
                       ┃           ▲
                      true       yours
        8.3 cents sharp · D4 · began 41.7 flat
        ♪ yours, then true
        """)
  }

  @Test(
    "in a narrow terminal the key that commits stays, and those that tune", arguments: [30, 40, 59])
  func narrow(columns: Int) {
    let size = TerminalSize(columns: columns, rows: 12)
    func check() {
      let keys = StageFixture.matching(.second).keys(size)
      #expect(keys.hasPrefix("Enter ") && keys.contains("← → ↑ ↓ "))
      #expect(columns < 40 || keys.contains("Esc "))
      let result = StageFixture.tuned(8.3, .follows).keys(size)
      #expect(result.hasPrefix("Enter ") && result.contains("Esc "))
    }
    check()
    inGerman(check)
  }

  @Test("in German")
  func german() {
    inGerman {
      #expect(
        StageFixture.tuned(8.3, .follows, StageFixture.fifth).stage() == """
          Quinte aufwärts · rein

          -10       -5         0         +5       +10 Cent
           ├─────────┼─────────┼─────────┼─────────┤
                               ┃                ▲
                            richtig          eigener
          8,3 Cent zu hoch · D4 · begann 41,7 zu tief
          die Quinte war zu weit
          ♪ eigener Ton, dann der richtige     Enter weiter
          """)
    }
  }
}
