import Music
import TestSupport
import Testing

@testable import Training

@Suite("Pitch matching session: its end")
@MainActor
struct PitchMatchingSessionStopTests {
  @Test(
    "stop ends the training from any state, silences it and records nothing more",
    arguments: PitchMatchingState.allCases.filter { $0 != .idle })
  func stop(state: PitchMatchingState) async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: state)
    let recorded = fixture.observer.completed.count
    #expect(recorded == (state == .showingFeedback ? 1 : 0))
    fixture.session.stop()
    #expect(fixture.session.isIdle)
    #expect(fixture.player.stopAllCount == 1)
    #expect(fixture.player.handles.filter { !$0.isStopped }.isEmpty)
    #expect(
      fixture.sessionObserver.events.suffix(2) == [.stateChanged(.idle), .stopped(.requested)])
    let calls = fixture.player.calls.count
    fixture.clock.advance(by: .seconds(10))
    fixture.player.endNotes()
    await settle()
    #expect(fixture.session.isIdle)
    #expect(fixture.player.calls.count == calls)
    #expect(fixture.observer.completed.count == recorded)
    #expect(fixture.sessionObserver.stops == [.requested])
  }

  @Test("stop is ignored while idle; a session stopped at once plays nothing")
  func stopAtOnce() async {
    let fixture = PitchMatchingFixture()
    fixture.session.stop()
    #expect(fixture.sessionObserver.events.isEmpty)
    fixture.session.start()
    fixture.session.stop()
    await settle()
    #expect(fixture.player.calls.isEmpty)
  }

  @Test(
    "stop inside any state change ends the training once, in order",
    arguments: [PitchMatchingState.playingReference, .playingTunable, .showingFeedback])
  func stopInStateChange(state: PitchMatchingState) async throws {
    let fixture = PitchMatchingFixture()
    fixture.sessionObserver.onEvent = { event in
      if event == .stateChanged(state) { fixture.session.stop() }
    }
    if state == .showingFeedback {
      try await fixture.go(to: .showingFeedback)
    } else {
      fixture.player.endsNotesInstantly = true
      fixture.session.start()
    }
    try await waitForState(fixture.session, .idle)
    await settle()
    #expect(
      fixture.sessionObserver.events.suffix(3) == [
        .stateChanged(state), .stateChanged(.idle), .stopped(.requested),
      ])
    #expect(fixture.player.handles.filter { !$0.isStopped }.isEmpty)
    // What was committed counts, although the stop came before it was told.
    #expect(fixture.observer.completed.count == (state == .showingFeedback ? 1 : 0))
  }

  @Test("an observer may commit as soon as the tunable note has begun; it then stops at once")
  func commitInStateChange() async throws {
    let fixture = PitchMatchingFixture()
    fixture.player.endsNotesInstantly = true
    fixture.sessionObserver.onEvent = { event in
      if event == .stateChanged(.playingTunable) { #expect(fixture.session.commitPitch()) }
    }
    fixture.session.start()
    try await wait(for: "result") { fixture.observer.completed.count == 1 }
    await settle()
    #expect(fixture.player.handles.count >= 1)
    #expect(fixture.player.handles[0].isStopped)
    let error = try #require(fixture.observer.completed.first).userCentError
    let offset = try fixture.challenge.challenge.initialCentOffset
    #expect(abs(error.rawValue - offset.rawValue) < 1e-9)
  }

  @Test("a slider that is moved as soon as the tunable note has begun takes the note along")
  func adjustInStateChange() async throws {
    let fixture = PitchMatchingFixture()
    fixture.sessionObserver.onEvent = { event in
      if event == .stateChanged(.playingTunable) { #expect(fixture.session.adjustPitch(0.1)) }
    }
    try await fixture.go(to: .playingTunable)
    let slider = try fixture.challenge.slider
    #expect(try fixture.handle.armings.count == 1)
    #expect(try fixture.handle.frequencies.last == slider.frequency(at: 0.1))
    #expect(fixture.session.currentValue == 0.1)
  }

  @Test("an audio error at the start of a note ends the training with one report")
  func audioError() async throws {
    for error in [AudioError.frequencyOutOfRange(hertz: 13.75), .engineUnavailable] {
      let fixture = PitchMatchingFixture()
      try await fixture.go(to: .playingReference)
      fixture.player.error = error
      fixture.player.endNotes()
      try await waitForState(fixture.session, .idle)
      await settle()
      #expect(fixture.sessionObserver.stops == [.audioError(error)])
      #expect(fixture.sessionObserver.states == [.playingReference, .idle])
      #expect(fixture.observer.completed.isEmpty)
    }
  }

  @Test("a tunable note that could not begin after all ends the training")
  func refusedNote() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    try fixture.handle.onFailure?(.overloaded)
    try await waitForState(fixture.session, .idle)
    #expect(fixture.sessionObserver.stops == [.audioError(.overloaded)])
    #expect(fixture.observer.completed.isEmpty)
  }

  @Test("an audio error while the note is tuned ends the training and discards the challenge")
  func audioErrorWhileTuning() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    try fixture.handle.error = AudioError.noteEnded
    #expect(!fixture.session.adjustPitch(0.1))
    #expect(fixture.session.isIdle)
    #expect(fixture.sessionObserver.stops == [.audioError(.noteEnded)])
    #expect(fixture.observer.completed.isEmpty)
    #expect(try fixture.handle.isStopped)
  }

  @Test("a movement for which the sound has no room is refused, and the training goes on")
  func overload() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    fixture.session.adjustPitch(0.3)
    try fixture.handle.error = AudioError.overloaded
    #expect(!fixture.session.adjustPitch(0.4))
    #expect(!fixture.session.nudge(1))
    #expect(fixture.session.currentValue == 0.3)
    #expect(fixture.session.commitPitch())
    #expect(abs(try #require(fixture.session.lastResult).userCentError.rawValue - 30) < 1e-9)
  }

  @Test("a reset ends the training")
  func reset() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    fixture.session.reset()
    fixture.session.reset()
    #expect(fixture.sessionObserver.stops == [.requested])
  }

  @Test("a session that nobody holds any more lets go of its note")
  func release() async throws {
    let player = MockNotePlayer()
    var session: PitchMatchingSession? = PitchMatchingSession(
      player: player, settings: MockUserSettings())
    session?.start()
    try await wait(for: "reference") { player.soundingCount == 1 }
    player.endNotes()
    try await wait(for: "tunable note") { player.handles.last?.armings.count == 1 }
    weak let released = session
    session = nil
    #expect(released == nil)
    try await wait(for: "silence") { player.handles.last?.isStopped == true }
  }
}
