import Console
import Music
import Testing

@testable import Charts

@Suite("Stage of a pause")
struct PausedStageTests {
  @Test("a pause says how it ends")
  func asked() {
    let scene = TrialScene.paused(PausedStage("Paused."))
    #expect(
      scene.stage() == """
                 Paused.  Enter continue   Space last   p continue   Esc end
        """)
    #expect(scene.stage(StageFixture.small) == "Paused.")
    #expect(scene.keys(StageFixture.small).hasPrefix("Enter continue   Space last"))
  }

  @Test("a pause that nobody can end has no key for it")
  func stalled() {
    let scene = TrialScene.paused(PausedStage("The server waits.", canGoOn: false))
    #expect(scene.stage() == "         The server waits.  Esc end")
  }

  @Test("a pause that every key ends offers no key that does something else")
  func interrupted() {
    let scene = TrialScene.paused(PausedStage("Interrupted.", hasOwnKeys: true))
    #expect(scene.stage() == "         Interrupted.  Enter continue   Esc end")
    #expect(scene.keys() == "Enter continue   Esc end")
    #expect(scene.keys(StageFixture.small) == "Enter continue   Esc end")
  }

  @Test("before the first answer there is nothing to hear again and nothing to take back")
  func first() {
    let scene = TrialScene.paused(PausedStage("Paused."))
    let lines = scene.frame(hasAnswer: false).grid(in: StageFixture.wide).lines
    #expect(lines.contains { $0.hasSuffix("Paused.  Enter continue   p continue   Esc end") })
    #expect(lines.last == "Esc end   ? help   o output   + - level")
    let silent = TrialScene.paused(PausedStage("Nothing connected.", isAudible: false))
    #expect(silent.keys() == "u undo   Esc end   ? help   o output   + - level")
  }

  @Test("before the next trial the last one stays shown")
  func answered() {
    let answered = TrialStage(
      .comparison,
      StageTask(reference: MIDINote(62), interval: .prime, tuning: .equalTemperament),
      .answered(.comparison(12.5, isRight: true)))
    let scene = TrialScene.paused(PausedStage("", answered: .trial(answered)))
    #expect(
      scene.stage() == """
                           ●  ✓ higher, by 12.5 cents
                 ○┄┄┄┄┄┄┄┄┄┄  D4

                 Enter continue   Space last   p continue   Esc end
        """)
  }
}
