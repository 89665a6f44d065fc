import Console
import Music
import Testing
import Training

@testable import Charts

@Suite("Stage of purity")
struct PurityStageTests {
  @Test(
    "it is asked which was in tune; while they sound only their mark moves; the keys come with the second one"
  )
  func beforeTheAnswer() {
    #expect(
      StageFixture.purity(.first).stage() == """
        Which was in tune?



                 ●         ·
               first    second
        """)
    #expect(
      StageFixture.purity(.second).stage() == """
        Which was in tune?



                 ○         ●       ← first   → second
        """)
    #expect(
      StageFixture.purity(.awaitingAnswer).stage() == """
        Which was in tune?



                 ○         ?       ← first   → second   Space again
        """)
  }

  @Test("after the answer the one that was off is above or below the line of the true one")
  func answered() {
    #expect(
      StageFixture.judged(12.5, isFirstTrue: true, isRight: true).stage() == """
                           ●  ✓ the first was in tune
                 ○┄┄┄┄┄┄┄┄┄┄  the second was 12.5 cents sharp

                 D4
        """)
    #expect(
      StageFixture.judged(-8.1, isFirstTrue: false, isRight: false, .follows).stage() == """
                 ┄┄┄┄┄┄┄┄┄┄○  ✗ it was the second
                 ●            the first was 8.1 cents flat

                 D4
                 ♪ the other one   ♪ true   Enter skips
        """)
  }

  @Test("an interval has its name above, and what the mistuning made of it, with its beats")
  func interval() {
    let stage = StageFixture.judged(
      -3.1, isFirstTrue: true, isRight: true, beats: TrialBeats(given: 1.18, truth: 0),
      .none, StageFixture.fifth
    ).stage()
    #expect(stage.contains("perfect fifth up · just, 702.0 cents"))
    let words = stage.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("the second was 3.1 cents narrow"))
    #expect(words.hasSuffix("D4 · 1.2 beats a second (in tune: no beats)"))
    let asked = StageFixture.purity(.first, StageFixture.fifth)
    #expect(asked.stage().hasPrefix("perfect fifth up · just, 702.0 cents   Which was in tune?"))
    #expect(asked.stage(StageFixture.small).contains("Which was in tune?"))
  }

  @Test("the screen says which of the two is heard again")
  func replay() {
    for (role, words) in [(.given, ["♪ the other one"]), (.truth, ["♪ true"]), (nil, [])]
      as [(ReplayNote.Role?, [String])]
    {
      let scene = StageFixture.judged(9, isFirstTrue: true, isRight: false, .sounding(role))
      #expect(scene.stage().contains("♪ the other one   ♪ true"))
      #expect(scene.boldSounds == words)
    }
  }

  @Test("nothing tells the answer before it is given")
  func nothingGivenAway() {
    let stages = [TrialStage.Moment.first, .second, .awaitingAnswer].map {
      StageFixture.purity($0, StageFixture.fifth).stage()
    }
    let answers = ["┄", "narrow", "wide", "sharp", "flat"]
    #expect(stages.allSatisfy { stage in !answers.contains { stage.contains($0) } })
  }

  @Test("in the smallest terminal the verdict stays in view")
  func smallest() {
    let size = TerminalSize(columns: 30, rows: 8)
    let frame = StageFixture.judged(9, isFirstTrue: true, isRight: false, .follows).frame(size)
    #expect(frame.grid(in: size).lines.joined(separator: " ").contains("it was the first"))
  }
}
