import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Hear again and learn: the sessions")
@MainActor
struct HearAgainSessionTests {
  private func replays(_ fixture: ComparisonFixture) -> [ReplayReason] {
    fixture.observer.events.compactMap {
      if case .replaying(_, _, let reason) = $0 { reason } else { nil }
    }
  }

  @Test("a wrong answer is followed by 0.4 s, its pair, 0.4 s and the next trial")
  func wrongAnswer() async throws {
    let fixture = ComparisonFixture()
    fixture.settings.afterWrongAnswer = .replay
    try await fixture.go(to: .playingNote2)
    let trial = try #require(fixture.session.currentTrial)
    fixture.session.answer(higher: trial.challenge.centOffset < 0)
    #expect(fixture.session.state == .showingFeedback)
    fixture.clock.advance(by: .feedback)
    try await waitForState(fixture.session, .replaying)
    for frequency in [trial.referenceFrequency, trial.targetFrequency] {
      try await wait(for: "note of the replay") {
        fixture.player.soundingCount == 1 && fixture.player.calls.last?.frequency == frequency
      }
      #expect(fixture.player.calls.last?.duration == NoteSpan(seconds: 0.8))
      fixture.player.endNotes()
    }
    try await wait(for: "rest") { fixture.clock.sleeperCount == 1 }
    #expect(fixture.session.state == .replaying)
    fixture.clock.advance(by: .feedback)
    try await waitForState(fixture.session, .playingNote1)
    #expect(fixture.session.currentTrial?.index == 2)
    #expect(replays(fixture) == [.wrongAnswer])
    #expect(fixture.observer.outcomes.count == 1)
  }

  @Test("a trial heard twice is recorded so; its time counts from the last second note")
  func heardTwice() async throws {
    let fixture = ComparisonFixture()
    fixture.player.eventTime = SoundTime(frame: 1000, rate: 48_000)
    try await fixture.go(to: .playingNote2)
    let trials = fixture.observer.trials.count
    #expect(fixture.session.handle(.again))
    #expect(fixture.session.state == .playingNote1)
    #expect(fixture.observer.trials.count == trials)
    try await wait(for: "first note again") {
      fixture.player.soundingCount == 1 && fixture.player.calls.count == 3
    }
    fixture.player.eventTime = SoundTime(frame: 100_000, rate: 48_000)
    try await fixture.endNote1()
    fixture.session.handle(
      .answer(higher: true), from: .midi, at: SoundTime(frame: 104_800, rate: 48_000))
    let context = try #require(fixture.observer.outcomes.first).context
    #expect(context.heard == 2)
    #expect(context.responseTime == 0.1)
  }

  @Test("to ask twice before the sound has the trial once more is to ask once")
  func askedTwice() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    let passages = fixture.player.passages.count
    for _ in 0..<3 { #expect(fixture.session.handle(.again)) }
    try await wait(for: "first note again") {
      fixture.player.soundingCount == 1 && fixture.player.calls.count == 3
    }
    #expect(fixture.player.passages.count == passages + 1)
    #expect(fixture.session.currentTrial?.hearing == 2)
    // As soon as it sounds, it can be heard once more.
    #expect(fixture.session.handle(.again))
    #expect(fixture.session.currentTrial?.hearing == 3)
  }

  @Test("a staircase stays where it is after a right answer to what was heard twice")
  func staircase() async throws {
    for (hearings, stays) in [(1, false), (2, true)] {
      let fixture = ComparisonFixture(usesKazez: true)
      fixture.settings.strategy = .kazez
      try await fixture.go(to: .playingNote2)
      if hearings == 2 {
        fixture.session.handle(.again)
        try await wait(for: "first note again") { fixture.player.calls.count == 3 }
        try await wait(for: "sound") { fixture.player.soundingCount == 1 }
        try await fixture.endNote1()
      }
      let trial = try #require(fixture.session.currentTrial)
      fixture.session.answer(higher: trial.challenge.isTargetHigher)
      try await fixture.endFeedback()
      #expect((fixture.session.currentDifficulty == 100) == stays)
    }
  }

  @Test("a training that begins at a key waits before its first trial, too")
  func key() async throws {
    let fixture = ComparisonFixture()
    fixture.settings.nextTrial = .key
    fixture.session.start()
    #expect(fixture.observer.events == [.paused(.key)])
    fixture.session.resume()
    try await wait(for: "first note") { fixture.player.soundingCount == 1 }
    try await fixture.endNote1()
    fixture.session.answer(higher: true)
    try await wait(for: "silence") { fixture.player.soundingCount == 0 }
    fixture.clock.advance(by: .feedback)
    try await waitForState(fixture.session, .paused)
    #expect(fixture.observer.events.last == .paused(.key))
  }

  @Test("a note fades after a minute without a touch; each touch begins the minute anew")
  func idleHand() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    fixture.clock.advance(by: .seconds(50))
    #expect(fixture.session.nudge(1))
    fixture.clock.advance(by: .seconds(50))
    try await wait(for: "sleep") { fixture.clock.sleeperCount == 1 }
    try fixture.handle.turnKnob(to: 0.2)
    fixture.clock.advance(by: .seconds(10))
    try await wait(for: "sleep") { fixture.clock.sleeperCount == 1 }
    #expect(fixture.session.state == .playingTunable)
    fixture.clock.advance(by: .seconds(49))
    await settle()
    #expect(fixture.session.state == .playingTunable)
    fixture.clock.advance(by: .seconds(1))
    try await waitForState(fixture.session, .paused)
    #expect(fixture.observer.events.last == .paused(.idleHand))
    #expect(try fixture.handle.isStopped)
  }

  @Test("the spread of a known user decides what is worth hearing")
  func spread() async throws {
    var hearing = HearingModel()
    for number in 0..<40 {
      hearing.add(
        PitchAnswer(
          .matching,
          note: MIDINote(60), interval: .prime, centError: Cents(number % 2 == 0 ? 20 : -20),
          initialCentOffset: Cents(Double(number / 2 - 10)),
          date: Date(timeIntervalSince1970: Double(number)), presentation: .melodic))
    }
    for (hearing, spread) in [(HearingModel(), 10...10.0), (hearing, 20...40)] {
      var random = RandomSource(SeededGenerator(seed: 1))
      let settings = MockUserSettings()
      let chooser = TrainingChooser(.matching, hearing: { hearing })
      let run = chooser.makeRun(settings)
      let notes = chooser.notes(in: run, settings, canSound: { _ in true })
      let trial = chooser.trial(1, in: run, among: notes, settings, using: &random)
      #expect(spread.contains(trial.spread.rawValue))
    }
  }
}
