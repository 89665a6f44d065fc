import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Comparison session: its end")
@MainActor
struct ComparisonSessionStopTests {
  @Test(
    "stop ends the training from any state, silences it and records nothing more",
    arguments: ComparisonState.allCases.filter { $0 != .idle })
  func stop(state: ComparisonState) async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: state)
    let recorded = fixture.observer.completed.count
    #expect(recorded == (state == .showingFeedback ? 1 : 0))
    let silenced = fixture.player.stopAllCount
    fixture.session.stop()
    #expect(fixture.session.isIdle)
    #expect(fixture.player.stopAllCount == silenced + 1)
    #expect(
      fixture.sessionObserver.events.suffix(2) == [.stateChanged(.idle), .stopped(.requested)])
    let calls = fixture.player.calls.count
    fixture.clock.advance(by: .seconds(10))
    fixture.player.endNotes()
    await settle()
    #expect(fixture.session.isIdle)
    #expect(fixture.player.soundingCount == 0)
    #expect(fixture.player.calls.count == calls)
    #expect(fixture.observer.completed.count == recorded)
    #expect(fixture.sessionObserver.stops == [.requested])
  }

  @Test("stop is ignored while idle")
  func stopWhileIdle() {
    let fixture = ComparisonFixture()
    fixture.session.stop()
    #expect(fixture.sessionObserver.events.isEmpty)
    #expect(fixture.player.stopAllCount == 0)
  }

  @Test("a session stopped before its first note was asked for never plays it")
  func stopAtOnce() async {
    let fixture = ComparisonFixture()
    fixture.session.start()
    fixture.session.stop()
    await settle()
    #expect(fixture.player.calls.isEmpty)
  }

  @Test("a session goes again after a stop, from challenge 1")
  func restart() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .showingFeedback)
    fixture.session.stop()
    fixture.sessionObserver.reset()
    try await fixture.go(to: .awaitingAnswer)
    #expect(fixture.sessionObserver.posed.map(\.index) == [1])
    #expect(fixture.session.isLastAnswerCorrect == nil)
  }

  @Test("a note that ends long after its session does not move the next one")
  func staleNote() async throws {
    let fixture = ComparisonFixture()
    fixture.player.ignoresCancellation = true
    try await fixture.go(to: .playingNote1)
    fixture.session.stop()
    fixture.session.start()
    try await wait(for: "both notes") { fixture.player.soundingCount == 2 }
    fixture.player.onPlay = { _ in Issue.record("the stale end of a note led on") }
    fixture.session.stop()
    fixture.player.endNotes()
    await settle()
    #expect(fixture.session.isIdle)
    #expect(fixture.sessionObserver.stops.count == 2)
  }

  @Test("note 2 ending as it is answered does not cut the feedback short")
  func staleNote2() async throws {
    let fixture = ComparisonFixture()
    fixture.player.ignoresCancellation = true
    try await fixture.go(to: .playingNote2)
    fixture.session.answer(higher: true)
    fixture.player.endNotes()
    await settle()
    #expect(fixture.session.state == .showingFeedback)
    #expect(fixture.sessionObserver.states.last == .showingFeedback)
  }

  @Test("a note that fails after its session ended is not reported")
  func staleFailure() async throws {
    let fixture = ComparisonFixture()
    fixture.player.ignoresCancellation = true
    try await fixture.go(to: .playingNote2)
    fixture.session.answer(higher: true)
    fixture.player.failNotes(AudioError.engineUnavailable)
    await settle()
    #expect(fixture.session.state == .showingFeedback)
    #expect(fixture.sessionObserver.stops.isEmpty)
  }

  @Test("an audio error at the start of a note ends the training with one report")
  func audioError() async throws {
    let fixture = ComparisonFixture()
    fixture.player.error = AudioError.frequencyOutOfRange(hertz: 13.75)
    fixture.session.start()
    try await waitForState(fixture.session, .idle)
    await settle()
    let reason = StopReason.audioError(.frequencyOutOfRange(hertz: 13.75))
    #expect(fixture.sessionObserver.stops == [reason])
    #expect(fixture.sessionObserver.states == [.playingNote1, .idle])
    #expect(fixture.observer.completed.isEmpty)
    #expect(fixture.session.currentInterval == nil)
  }

  @Test("an audio error while a note sounds ends the training and discards the challenge")
  func audioErrorDuringNote2() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    fixture.player.failNotes(AudioError.engineUnavailable)
    try await waitForState(fixture.session, .idle)
    #expect(fixture.sessionObserver.stops == [.audioError(.engineUnavailable)])
    #expect(fixture.observer.completed.isEmpty)
    #expect(fixture.player.stopAllCount == 1)
  }

  @Test("an unknown error of a player is reported as an audio error, a cancellation as a stop")
  func otherErrors() {
    #expect(StopReason(CancellationError()) == .requested)
    guard case .audioError(.soundUnavailable(let reason)) = StopReason(CocoaError(.fileNoSuchFile))
    else {
      Issue.record("not an audio error")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test("a reset ends the training and clears what was handed over")
  func reset() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .awaitingAnswer)
    fixture.resettable.onReset = { #expect(fixture.session.isIdle) }
    fixture.session.reset()
    #expect(fixture.session.isIdle)
    #expect(fixture.resettable.resetCount == 1)
    fixture.session.reset()
    #expect(fixture.resettable.resetCount == 2)
    #expect(fixture.sessionObserver.stops == [.requested])
  }

  @Test("a session that nobody holds any more lets go of its note")
  func release() async throws {
    let player = MockNotePlayer()
    var session: ComparisonSession? = ComparisonSession(
      player: player, settings: MockUserSettings(), profile: { PerceptualProfile() })
    session?.start()
    try await wait(for: "first note") { player.soundingCount == 1 }
    weak let released = session
    session = nil
    #expect(released == nil)
    try await wait(for: "silence") { player.cancelledCount == 1 }
  }
}
