import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("A drone")
@MainActor
struct DroneTests {
  private func makeFixture(drone: Bool = true) -> ComparisonFixture {
    let fixture = ComparisonFixture()
    fixture.settings.presentation = .harmonic
    fixture.settings.accompaniment = [.prime, DirectedInterval(.perfectFifth)]
    fixture.settings.referenceNote = MIDINote(60)
    fixture.settings.drone = drone
    fixture.strategy.referenceNote = MIDINote(60)
    return fixture
  }

  /// The handles of the drone; only it is held in a comparison.
  private func handles(_ fixture: ComparisonFixture) -> ArraySlice<MockPlaybackHandle> {
    fixture.player.handles.suffix(2)
  }

  private func start(_ fixture: ComparisonFixture) async throws {
    fixture.session.start()
    try await waitForState(fixture.session, .playingNote2)
  }

  @Test("it sounds through feedback and into the next trial; only the target comes and goes")
  func throughTrials() async throws {
    let fixture = makeFixture()
    try await start(fixture)
    #expect(fixture.player.passages.map(\.notes.count) == [2, 1])
    #expect(fixture.player.passages[0].notes.allSatisfy { $0.duration == nil })
    guard case .late(let delay) = fixture.player.passages[1].notes[0].start else {
      throw CocoaError(.featureUnsupported)
    }
    let duration = fixture.settings.noteDuration.seconds
    #expect((duration...duration + 0.05).contains(delay))
    fixture.session.answer(higher: true)
    fixture.clock.advance(by: .feedback)
    try await wait(for: "next target") { fixture.player.passages.count == 3 }
    #expect(fixture.player.passages[2].notes.count == 1)
    #expect(fixture.player.stopAllCount == 0)
    #expect(handles(fixture).allSatisfy { !$0.isStopped })
  }

  @Test("it begins with the session, and sounds while that waits for a key")
  func beforeFirstTrial() async throws {
    let fixture = makeFixture()
    fixture.settings.nextTrial = .key
    fixture.session.start()
    try await wait(for: "the drone") { fixture.player.handles.count == 2 }
    #expect(fixture.session.isPaused && fixture.player.preparations == [0])
    let drone = handles(fixture)
    fixture.session.resume()
    try await waitForState(fixture.session, .playingNote2)
    // It is the one that the trial asks for.
    #expect(fixture.player.passages.map(\.notes.count) == [2, 1])
    #expect(drone.allSatisfy { !$0.isStopped })
    fixture.session.stop()
    #expect(drone.allSatisfy { $0.isStopped })
  }

  @Test("it waits with a session that nobody would hear")
  func inaudible() async throws {
    let fixture = makeFixture()
    fixture.session.start(paused: .unconnected)
    for _ in 0..<100 { await Task.yield() }
    #expect(fixture.player.passages.isEmpty)
    fixture.session.resume()
    try await waitForState(fixture.session, .playingNote2)
    #expect(fixture.player.passages.map(\.notes.count) == [2, 1])
  }

  @Test("if there is no note to train with, it ends before it has begun")
  func noNote() async throws {
    let fixture = makeFixture()
    // Only the two voices of the drone, which are asked for first.
    var asked = 0
    fixture.player.onCanSound = { _ in
      asked += 1
      return asked <= 2
    }
    fixture.session.start()
    try await wait(for: "the end") { !fixture.observer.events.isEmpty }
    for _ in 0..<100 { await Task.yield() }
    #expect(fixture.session.isIdle && fixture.player.passages.isEmpty)
  }

  @Test("if the sound does not have its notes, the drone is silent, and the trial says why")
  func noVoices() async throws {
    let fixture = makeFixture()
    fixture.settings.nextTrial = .key
    fixture.player.onCanSound = { _ in false }
    fixture.session.start()
    for _ in 0..<100 { await Task.yield() }
    #expect(fixture.session.isPaused && fixture.player.passages.isEmpty)
    fixture.session.resume()
    #expect(fixture.session.isIdle && fixture.player.passages.isEmpty)
  }

  @Test(
    "another reference pitch, level, sound or correction is heard from the next trial on",
    arguments: ["pitch", "level", "sound"])
  func follows(change: String) async throws {
    let fixture = makeFixture()
    try await start(fixture)
    let drone = handles(fixture)
    switch change {
    case "pitch": fixture.settings.referencePitch = Frequency(hertz: 442)
    case "level": fixture.settings.accompanimentLevel = AmplitudeDB(-9)
    default: fixture.player.soundVersion += 1
    }
    #expect(drone.allSatisfy { !$0.isStopped })
    fixture.session.answer(higher: true)
    fixture.clock.advance(by: .feedback)
    try await wait(for: "the next trial and its drone") {
      fixture.player.passages.count == 4 && fixture.player.handles.count == 4
    }
    #expect(drone.allSatisfy { $0.isStopped })
    #expect(handles(fixture).allSatisfy { !$0.isStopped })
    let drones = fixture.player.passages.filter { $0.notes.count == 2 }
    #expect(drones.count == 2)
    #expect(drones.last?.notes.map(\.start) == [.begin, .begin])
    // From then on it goes on.
    try await waitForState(fixture.session, .playingNote2)
    fixture.session.answer(higher: true)
    fixture.clock.advance(by: .feedback)
    try await wait(for: "the third trial") { fixture.player.passages.count == 5 }
    #expect(fixture.player.handles.count == 4)
    #expect(handles(fixture).allSatisfy { !$0.isStopped })
  }

  @Test("it goes on in a pause and ends with the session")
  func end() async throws {
    let fixture = makeFixture()
    try await start(fixture)
    let drone = handles(fixture)
    fixture.session.pause(.asked)
    #expect(drone.allSatisfy { !$0.isStopped })
    fixture.session.stop()
    #expect(drone.allSatisfy { $0.isStopped })
  }

  @Test("to hear a trial again silences it for a moment")
  func again() async throws {
    let fixture = makeFixture()
    try await start(fixture)
    let drone = handles(fixture)
    fixture.session.handle(.again)
    #expect(drone.allSatisfy { $0.isStopped })
    try await wait(for: "the drone again") { fixture.player.passages.count == 4 }
    #expect(
      fixture.player.passages[2].notes.map(\.start)
        == [.late(Voicing.droneSilence), .late(Voicing.droneSilence)])
  }

  @Test("without it, or without one reference note, each trial has its own voices")
  func without() async throws {
    for isFixed in [true, false] {
      let fixture = makeFixture(drone: !isFixed)
      if !isFixed { fixture.settings.referenceNote = nil }
      try await start(fixture)
      #expect(fixture.player.passages.map(\.notes.count) == [3])
    }
  }

  @Test("the response time counts from the target, which is the only note of its passage")
  func responseTime() async throws {
    let fixture = makeFixture()
    fixture.player.eventTime = SoundTime(frame: 1000, rate: 48_000)
    try await start(fixture)
    fixture.player.now = SoundTime(frame: 25_000, rate: 48_000)
    fixture.session.handle(.answer(higher: true), from: .keyboard)
    #expect(fixture.observer.outcomes.first?.context.responseTime == 0.5)
    #expect(fixture.observer.outcomes.first?.context.accompaniment == "P1,P5")
  }

  @Test("drone and target together stay below -1 dB, whatever the target's level")
  func levels() {
    let (peak, voices) = (
      0.8, [NoteRequest](repeating: NoteRequest(Frequency(hertz: 200)), count: 4)
    )
    let drone = Passage(voices.map { Passage.Note($0, duration: nil) })
      .fitting(peak: peak, beside: pow(10, 5.0 / 20))
    let held = drone.notes.reduce(0) { $0 + $1.request.amplitudeDB.gain }
    for level in [-5.0, 0, 5] {
      let target = Passage(
        Passage.Note(
          NoteRequest(Frequency(hertz: 250), at: AmplitudeDB(level)),
          duration: NoteSpan(seconds: 1))
      ).fitting(peak: peak, beside: 4)
      let sum = peak * (held + target.notes[0].request.amplitudeDB.gain)
      #expect(sum <= Passage.ceiling + 1e-9)
    }
  }

  @Test("the target is as loud against the drone as without one, whatever its level")
  func balance() throws {
    let voices = [NoteRequest](
      repeating: NoteRequest(Frequency(hertz: 200), at: AmplitudeDB(-3)), count: 2)
    let drone = Passage(voices.map { Passage.Note($0, duration: nil) })
      .fitting(peak: 0.8, beside: Drone.loudestTarget)
    let gain = voices.reduce(0) { $0 + $1.amplitudeDB.gain }
    for level in [-5.0, 0, 5] {
      let target = Passage(
        Passage.Note(
          NoteRequest(Frequency(hertz: 250), at: AmplitudeDB(level)),
          duration: NoteSpan(seconds: 1))
      ).fitting(peak: 0.8, beside: gain, ofUpTo: Drone.loudestTarget)
      let difference =
        target.notes[0].request.amplitudeDB.decibels
        - drone.notes[0].request.amplitudeDB.decibels
      #expect(abs(difference - (level + 3)) < 1e-9)
    }
  }

  @Test("a drone that cannot be played ends the training: nobody would hear what is recorded")
  func failure() async throws {
    let fixture = makeFixture()
    fixture.player.onPlay = { [unowned player = fixture.player] _ in
      // Only what is held: the drone.
      player.error = player.passages.count == 1 ? AudioError.overloaded : nil
    }
    fixture.session.start()
    try await wait(for: "the end") { fixture.session.isIdle }
    #expect(fixture.observer.outcomes.isEmpty)
  }
}
