import Console
import Music
import Testing
import Training

@testable import PeachApp

@Suite("What a hand means")
@MainActor
struct HandInputTests {
  private func time(_ seconds: Double) -> SoundTime {
    SoundTime(frame: UInt32(100_000 + seconds * 48_000), rate: 48_000)
  }

  /// A hand in a phase that began at 0 s.
  private func makeHand(in phase: TrialPhase) -> HandInput {
    var hand = HandInput()
    hand.begin(phase, at: time(0))
    return hand
  }

  @Test("no answer counts in the second note's first 150 ms, no commit in the tunable's first 300")
  func deafness() {
    let answer = Intent.answer(higher: true)
    let comparing = makeHand(in: .playingNote2)
    #expect(comparing.meaning(of: answer, at: time(-0.01)) == nil)
    #expect(comparing.meaning(of: answer, at: time(0.149)) == nil)
    #expect(comparing.meaning(of: answer, at: time(0.15)) == answer)
    #expect(comparing.meaning(of: .again, at: time(0.01)) == .again)
    let tuning = makeHand(in: .playingTunable)
    #expect(tuning.meaning(of: .commit, at: time(0.299)) == nil)
    #expect(tuning.meaning(of: .commit, at: time(0.3)) == .commit)
    #expect(tuning.meaning(of: .nudge(1), at: time(0.01)) == .nudge(1))
    // The callback has let go of the note: it gets it back.
    #expect(tuning.meaning(of: .commitAt(0.2), at: time(0.1)) == .tuneOn(from: 0.2))
    #expect(tuning.meaning(of: .commitAt(0.2), at: time(0.3)) == .commitAt(0.2))
    // Without a clock nothing can be said against it.
    #expect(tuning.meaning(of: .commit, at: nil) == .commit)
  }

  @Test("an answer counts as soon as the end of the second note is known, also before it is heard")
  func early() {
    let hand = makeHand(in: .awaitingAnswer)
    let answer = Intent.answer(higher: true)
    #expect(hand.meaning(of: answer, at: time(-0.17)) == answer)
    #expect(hand.meaning(of: answer, at: time(0)) == answer)
  }

  @Test("while the truth is heard, what would answer or commit ends it, after 150 ms")
  func replay() {
    let hand = makeHand(in: .replaying)
    #expect(hand.isReplay)
    for intent in [Intent.answer(higher: false), .commit, .nudge(10), .skip] {
      #expect(hand.meaning(of: intent, at: time(0.1)) == nil)
      #expect(hand.meaning(of: intent, at: time(0.2)) == .skip)
    }
    #expect(hand.meaning(of: .again, at: time(0.01)) == .again)
  }

  @Test("a key that is held goes on with what is gradual, and answers nothing")
  func heldKeys() {
    #expect(Intent.nudge(1).repeats && Intent.level(.by(1)).repeats)
    #expect(!Intent.answer(higher: true).repeats && !Intent.undo.repeats)
  }

  @Test("training for so long without three minutes' rest calls for a break")
  func stint() {
    var stint = PracticeTimer()
    let start = ContinuousClock.now
    #expect(!stint.hasLasted(.seconds(1)))
    for minute in stride(from: 0, through: 14, by: 2) {
      stint.train(at: start + .seconds(60 * minute))
    }
    #expect(stint.hasLasted(.seconds(840)) && !stint.hasLasted(.seconds(900)))
    stint.train(at: start + .seconds(60 * 17))
    #expect(!stint.hasLasted(.seconds(1)))
  }

  @Test("the level moves within -60 to 0 dB")
  func level() {
    #expect(LevelChange.by(1).level(from: AmplitudeDB(-12)) == AmplitudeDB(-11))
    #expect(LevelChange.by(1).level(from: AmplitudeDB(0)) == AmplitudeDB(0))
    #expect(LevelChange.by(-1).level(from: AmplitudeDB(-60)) == AmplitudeDB(-60))
    #expect(LevelChange.to(-30).level(from: AmplitudeDB(0)) == AmplitudeDB(-30))
  }
}
