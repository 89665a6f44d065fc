import Foundation
import Music
import TestSupport
import Testing

@testable import Training

/// Pauses, void trials and answers that are not confirmed, in both trainings.
@Suite("Trainings that wait")
@MainActor
struct PauseTests {
  @Test(
    "a pause makes the unfinished trial void; it is posed again under the same number",
    arguments: [
      TrialPhase.playingNote1, .playingNote2, .awaitingAnswer,
    ])
  func comparison(phase: TrialPhase) async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: phase)
    let trial = try #require(fixture.session.currentTrial)
    let stops = fixture.player.stopAllCount
    fixture.session.pause(.unconnected)
    #expect(
      fixture.observer.events.suffix(2) == [
        .discarded(trial, .paused(.unconnected)), .paused(.unconnected),
      ])
    #expect(fixture.session.state == .paused)
    #expect(fixture.player.stopAllCount == stops + 1)
    #expect(!fixture.session.answer(higher: true))
    let preparations = fixture.player.preparations.count
    fixture.session.resume()
    #expect(fixture.observer.events.suffix(2) == [.trial(trial), .state(.playingNote1)])
    #expect(fixture.player.preparations.count == preparations + 1)
    try await wait(for: "first note") { self.sounds(fixture.player, trial.referenceFrequency) }
    try await fixture.endNote1()
    #expect(fixture.session.answer(higher: true))
    #expect(fixture.observer.outcomes.count == 1)
  }

  @Test(
    "a pause makes the unfinished challenge void; it is posed again under the same number",
    arguments: [TrialPhase.playingReference, .playingTunable])
  func matching(phase: TrialPhase) async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: phase)
    let trial = try fixture.challenge
    fixture.session.pause(.stalled)
    #expect(
      fixture.observer.events.suffix(2) == [
        .discarded(trial, .paused(.stalled)), .paused(.stalled),
      ])
    #expect(!fixture.session.commit())
    #expect(!fixture.session.adjustPitch(0))
    fixture.session.resume()
    #expect(fixture.observer.events.suffix(2) == [.trial(trial), .state(.playingReference)])
    try await wait(for: "reference note") { self.sounds(fixture.player, trial.referenceFrequency) }
    try await fixture.endReference()
    #expect(fixture.session.commitPitch(0))
    #expect(fixture.observer.outcomes.count == 1)
  }

  private func sounds(_ player: MockNotePlayer, _ frequency: Frequency) -> Bool {
    player.soundingCount == 1 && player.calls.last?.frequency == frequency
  }

  @Test("a pause that was asked for ends with a new trial of the same number")
  func askedPause() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    fixture.strategy.referenceNote = MIDINote(65)
    fixture.session.pause(.asked)
    fixture.session.resume()
    #expect(fixture.session.currentTrial?.index == 1)
    #expect(fixture.session.currentTrial?.challenge.referenceNote == MIDINote(65))
  }

  @Test(
    "a start that follows a pause before the sound has faded begins the same trial again, and is no event",
    arguments: [
      TrialPhase.playingNote1, .playingNote2, .awaitingAnswer,
    ])
  func supersededPause(phase: TrialPhase) async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: phase)
    let trial = try #require(fixture.session.currentTrial)
    let (events, stops) = (fixture.observer.events, fixture.player.stopAllCount)
    fixture.strategy.referenceNote = MIDINote(65)
    fixture.player.confirmsLate = true
    for round in 1...64 {
      fixture.session.pause(.asked)
      #expect(fixture.player.stopAllCount == stops + round)
      #expect(!fixture.session.answer(higher: true) && !fixture.session.handle(.again))
      fixture.session.resume()
    }
    #expect(fixture.session.currentTrial == trial)
    #expect(
      fixture.observer.events == events + (phase == .playingNote1 ? [] : [.state(.playingNote1)]))
    // What the player says of the pauses comes too late.
    fixture.player.confirmSound()
    #expect(fixture.session.state == .playingNote1)
    fixture.player.confirmsLate = false
    try await wait(for: "first note") { self.sounds(fixture.player, trial.referenceFrequency) }
    try await fixture.endNote1()
    #expect(fixture.session.answer(higher: true))
    #expect(fixture.observer.outcomes.count == 1)
  }

  @Test("a pause that the user wants begins when the sound fades, and is told then")
  func fadingPause() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    let trial = try #require(fixture.session.currentTrial)
    let events = fixture.observer.events
    fixture.strategy.referenceNote = MIDINote(65)
    fixture.player.confirmsLate = true
    fixture.session.pause(.asked)
    fixture.session.pause(.asked)
    #expect(fixture.observer.events == events && !fixture.session.isPaused)
    fixture.player.confirmSound()
    #expect(
      fixture.observer.events == events + [.discarded(trial, .paused(.asked)), .paused(.asked)])
    fixture.session.resume()
    #expect(fixture.session.currentTrial?.challenge.referenceNote == MIDINote(65))
  }

  @Test("a server that stalls while a sound fades makes the trial void at once; it follows again")
  func stalledWhileFading() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    let trial = try #require(fixture.session.currentTrial)
    fixture.player.confirmsLate = true
    fixture.session.pause(.asked)
    fixture.session.pause(.stalled)
    #expect(
      fixture.observer.events.suffix(2) == [
        .discarded(trial, .paused(.stalled)), .paused(.stalled),
      ])
    fixture.player.confirmSound()
    fixture.session.resume()
    #expect(fixture.session.currentTrial == trial)
  }

  @Test("a panic is told at once; until the sound has faded the same trial follows, then a new one")
  func panicBeforeFading() async throws {
    for hasFaded in [false, true] {
      let fixture = ComparisonFixture()
      try await fixture.go(to: .playingNote2)
      let trial = try #require(fixture.session.currentTrial)
      let stops = fixture.player.stopAllCount
      fixture.strategy.referenceNote = MIDINote(65)
      fixture.player.confirmsLate = true
      for round in 1...64 {
        fixture.session.pause(.panic)
        #expect(fixture.player.stopAllCount == stops + round)
        #expect(
          fixture.observer.events.suffix(2) == [
            .discarded(trial, .paused(.panic)), .paused(.panic),
          ])
        if round == 64, hasFaded { fixture.player.confirmSound() }
        fixture.session.resume()
      }
      let next = try #require(fixture.session.currentTrial)
      #expect((next == trial) == !hasFaded && next.index == trial.index)
    }
  }

  @Test("a pause during feedback makes nothing void; the next trial follows it")
  func pauseInFeedback() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .showingFeedback)
    fixture.session.pause(.asked)
    #expect(fixture.observer.events.last == .paused(.asked))
    let calls = fixture.player.calls.count
    fixture.clock.advance(by: .feedback)
    fixture.session.pause(.unconnected)
    #expect(fixture.observer.events.last == .paused(.unconnected))
    #expect(fixture.player.calls.count == calls)
    fixture.session.resume()
    #expect(fixture.session.currentTrial?.index == 2)
    #expect(!fixture.observer.events.contains { if case .discarded = $0 { true } else { false } })
  }

  @Test("a training can begin with a pause, and stop in it")
  func beginning() async throws {
    let fixture = PitchMatchingFixture()
    fixture.session.start(paused: .unconnected)
    #expect(fixture.observer.events == [.paused(.unconnected)])
    #expect(!fixture.session.isIdle)
    #expect(fixture.session.currentTrial == nil)
    fixture.session.stop()
    #expect(fixture.session.isIdle)
    fixture.session.start(paused: .unconnected)
    fixture.session.resume()
    #expect(try fixture.challenge.index == 1)
    try await wait(for: "reference note") { fixture.player.soundingCount == 1 }
  }

  @Test("a void trial begins again at once, but not before it sounded nor after its answer")
  func discarding() async throws {
    let fixture = ComparisonFixture()
    #expect(!fixture.session.discard(.xrun))
    fixture.player.startsLate = true
    fixture.session.start()
    try await wait(for: "first note") { fixture.player.soundingCount == 1 }
    #expect(!fixture.session.discard(.xrun))
    fixture.player.startNotes()
    let trial = try #require(fixture.session.currentTrial)
    #expect(fixture.session.discard(.xrun))
    #expect(
      fixture.observer.events.suffix(3) == [
        .discarded(trial, .xrun), .trial(trial), .state(.playingNote1),
      ])
    #expect(!fixture.session.discard(.xrun))
    fixture.player.startsLate = false
    try await wait(for: "first note") { fixture.player.calls.count == 2 }
    fixture.player.startNotes()
    try await fixture.endNote1()
    fixture.session.answer(higher: true)
    #expect(!fixture.session.discard(.xrun))
    #expect(fixture.observer.outcomes.count == 1)
  }

  @Test("an answer counts only once the second note has begun")
  func unheardNote() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote1)
    fixture.player.startsLate = true
    fixture.player.endNotes()
    try await wait(for: "second note") { fixture.player.calls.count == 2 }
    #expect(fixture.session.state == .playingNote1)
    #expect(!fixture.session.answer(higher: true))
    fixture.player.startNotes()
    #expect(fixture.session.state == .playingNote2)
    #expect(fixture.session.answer(higher: true))
  }

  @Test("an answer while the second note sounds counts when the sound is confirmed, and only then")
  func confirmedAnswer() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    fixture.player.confirmsLate = true
    #expect(fixture.session.answer(higher: true))
    #expect(fixture.session.isConfirming)
    #expect(fixture.session.state == .playingNote2)
    #expect(!fixture.session.answer(higher: false))
    #expect(fixture.observer.outcomes.isEmpty)
    var unconfirmed = fixture.session.machine
    fixture.player.confirmSound()
    #expect(fixture.observer.outcomes.map(\.answeredHigher) == [true])
    #expect(unconfirmed.pause(.stalled) != nil)
    #expect(unconfirmed.soundConfirmed(unconfirmed.step) == nil)
  }

  @Test("a commit waits for the value that sounds, and a pause makes it void")
  func confirmedPitch() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    let handle = try fixture.handle
    handle.confirmsLate = true
    #expect(fixture.session.adjustPitch(0.5))
    #expect(fixture.session.commit())
    #expect(handle.confirmationCount == 1)
    #expect(!handle.isStopped)
    #expect(!fixture.session.adjustPitch(0.1))
    #expect(fixture.observer.outcomes.isEmpty)
    fixture.session.pause(.stalled)
    #expect(handle.isStopped)
    handle.onConfirm?(0.5)
    #expect(fixture.observer.outcomes.isEmpty)
  }

  @Test("a pause that the user wants follows an answer that is being confirmed")
  func pauseAfterAnswer() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    fixture.player.confirmsLate = true
    #expect(fixture.session.answer(higher: true))
    fixture.session.pause(.asked)
    #expect(fixture.session.state == .playingNote2 && !fixture.session.isPaused)
    fixture.player.confirmSound()
    let result = try #require(fixture.observer.outcomes.first)
    #expect(
      fixture.observer.events.suffix(4) == [
        .state(.showingFeedback), .answered(result), .result(result), .paused(.asked),
      ])
    #expect(fixture.session.isPaused)
    let calls = fixture.player.calls.count
    fixture.clock.advance(by: .feedback)
    await settle()
    #expect(fixture.session.isPaused && fixture.player.calls.count == calls)
    fixture.session.resume()
    #expect(fixture.session.currentTrial?.index == 2)
    #expect(fixture.observer.outcomes.count == 1)
  }

  @Test("a panic waits for nothing: what is being confirmed is void, and a new trial follows")
  func panicBeforeConfirmation() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    let handle = try fixture.handle
    handle.confirmsLate = true
    let trial = try fixture.challenge
    #expect(fixture.session.commit())
    fixture.session.pause(.panic)
    #expect(fixture.session.isPaused && handle.isStopped)
    #expect(
      fixture.observer.events.suffix(2) == [.discarded(trial, .paused(.panic)), .paused(.panic)])
    handle.onConfirm?(0.5)
    #expect(fixture.observer.outcomes.isEmpty)
    fixture.session.resume()
    #expect(try fixture.challenge.index == trial.index)
  }

  @Test("a pause that the user wants follows a pitch that is being confirmed")
  func pauseAfterCommit() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    let handle = try fixture.handle
    handle.confirmsLate = true
    #expect(fixture.session.commit())
    fixture.session.pause(.asked)
    #expect(fixture.session.state == .playingTunable && !handle.isStopped)
    handle.onConfirm?(0.5)
    #expect(handle.isStopped)
    #expect(fixture.observer.outcomes.map { $0.userCentError.rawValue.rounded() } == [50])
    #expect(fixture.observer.events.last == .paused(.asked))
    fixture.session.resume()
    #expect(try fixture.challenge.index == 2)
  }

  @Test("a pause that has not begun is called off, and the sound's own pause comes before it")
  func pauseBeforeConfirmation() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    fixture.player.confirmsLate = true
    #expect(fixture.session.answer(higher: true))
    fixture.session.pause(.asked)
    var machine = fixture.session.machine
    fixture.session.resume()
    fixture.player.confirmSound()
    #expect(fixture.session.state == .showingFeedback)
    #expect(fixture.observer.outcomes.count == 1)

    var stalled = machine
    let trial = try #require(stalled.trial)
    #expect(
      stalled.pause(.stalled) == [
        .silence, .notify(.discarded(trial, .paused(.stalled))), .notify(.paused(.stalled)),
      ])
    #expect(stalled.soundConfirmed(stalled.step) == nil)
    // The sound has broken off, and the pause is still wanted.
    #expect(
      machine.discard(.xrun) == [
        .silence, .notify(.discarded(trial, .xrun)), .notify(.paused(.asked)),
      ])
    #expect(machine.isPaused)
  }

  @Test("a tunable note is there to be tuned only once it has begun")
  func unheardTunable() async throws {
    let fixture = PitchMatchingFixture()
    fixture.player.onHandle = { $0.startsLate = true }
    try await fixture.go(to: .playingReference)
    fixture.player.endNotes()
    try await wait(for: "tunable note") { fixture.player.handles.last?.onStart != nil }
    #expect(fixture.session.state == .playingReference)
    #expect(!fixture.session.commitPitch(0))
    try fixture.handle.onStart?()
    #expect(fixture.session.state == .playingTunable)
    #expect(fixture.session.commitPitch(0))
  }
}
