import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Playing to a drone")
@MainActor
struct PlayingDroneTests {
  private func makeFixture() -> PlayingFixture {
    let fixture = PlayingFixture()
    fixture.settings.presentation = .harmonic
    fixture.settings.accompaniment = [.prime, DirectedInterval(.perfectFifth)]
    fixture.settings.intervals = [DirectedInterval(.majorThird)]
    fixture.settings.referenceNote = MIDINote(50)
    fixture.settings.drone = true
    return fixture
  }

  /// Lets the drone be heard alone until that note is listened for.
  private func listen(_ fixture: PlayingFixture, trial: Int = 1) async throws {
    try await wait(for: "the drone alone") {
      fixture.observer.trials.count == trial && fixture.session.state == .playingReference
        && fixture.clock.sleeperCount == 1
    }
    fixture.clock.advance(by: .seconds(fixture.settings.noteDuration.seconds))
    try await waitForState(fixture.session, .listening)
  }

  @Test("it goes on from trial to trial, and each is listened to after the time of a note")
  func throughTrials() async throws {
    let fixture = makeFixture()
    fixture.session.start()
    try await listen(fixture)
    let drone = fixture.player.handles
    let trial = try #require(fixture.observer.trials.last)
    #expect(drone.count == 2 && trial.referenceNote == MIDINote(50))
    #expect(fixture.listener.requests.last?.accompaniment == trial.voices.map(\.frequency))
    #expect(fixture.listener.requests.last?.continues == false)
    fixture.listener.hear(PlayingFixture.heard(0.5))
    fixture.clock.advance(by: .feedback)
    try await listen(fixture, trial: 2)
    // What is heard of it is known from the first trial.
    #expect(fixture.listener.requests.last?.continues == true)
    #expect(fixture.player.passages.count == 1, "nothing but the drone")
    #expect(drone.allSatisfy { !$0.isStopped })
    fixture.session.stop()
    #expect(drone.allSatisfy { $0.isStopped })
  }

  @Test("to hear it again silences it for a moment, and what is heard of it is learnt anew")
  func again() async throws {
    let fixture = makeFixture()
    fixture.session.start()
    try await listen(fixture)
    fixture.session.handle(.again)
    #expect(fixture.player.handles.allSatisfy { $0.isStopped })
    try await listen(fixture)
    #expect(fixture.player.passages.last?.notes.map(\.start) == [.late(0.25), .late(0.25)])
    #expect(fixture.listener.requests.map(\.continues) == [false, false])
    #expect(fixture.observer.trials.count == 1)
  }

  @Test("with another sound it begins anew, and what is heard of it is learnt anew")
  func otherSound() async throws {
    let fixture = makeFixture()
    fixture.session.start()
    try await listen(fixture)
    fixture.player.soundVersion += 1
    fixture.listener.hear(PlayingFixture.heard(0.5))
    fixture.clock.advance(by: .feedback)
    try await listen(fixture, trial: 2)
    #expect(fixture.player.passages.count == 2)
    #expect(fixture.listener.requests.last?.continues == false)
  }

  @Test("before it sounds, the time of a note does not run; a pause leaves it alone")
  func late() async throws {
    let fixture = makeFixture()
    fixture.player.onHandle = { $0.startsLate = true }
    fixture.session.start()
    try await wait(for: "the drone") { fixture.player.handles.count == 2 }
    await settle()
    #expect(fixture.session.state == .playingReference && fixture.clock.sleeperCount == 0)
    fixture.session.pause(.asked)
    fixture.session.resume()
    await settle()
    #expect(fixture.session.state == .playingReference && fixture.clock.sleeperCount == 0)
    for handle in fixture.player.handles { handle.start() }
    try await listen(fixture, trial: 2)
    #expect(fixture.player.passages.count == 1)
  }

  @Test("an error is heard beside it with the truth")
  func replay() async throws {
    let fixture = makeFixture()
    fixture.settings.afterWrongAnswer = .replay
    fixture.session.start()
    try await listen(fixture)
    let trial = try #require(fixture.observer.trials.last)
    fixture.listener.hear(PlayingFixture.heard(25))
    fixture.clock.advance(by: .feedback)
    try await waitForState(fixture.session, .replaying)
    try await wait(for: "replay") { fixture.player.passages.count == 2 }
    #expect(
      fixture.player.passages.last?.notes.map(\.request.frequency)
        == [trial.targetFrequency.shifted(by: 25), trial.targetFrequency])
  }

  @Test("the time of an answer runs from the beginning of listening")
  func responseTime() async throws {
    let fixture = makeFixture()
    fixture.player.now = SoundTime(frame: 48_000, rate: 48_000)
    fixture.session.start()
    try await listen(fixture)
    fixture.listener.hear(
      PlayingFixture.heard(0), beganAt: SoundTime(frame: 84_000, rate: 48_000))
    #expect(fixture.observer.outcomes.last?.context.responseTime == 0.75)
  }
}
