import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Playing session")
@MainActor
struct PlayingSessionTests {
  @Test("a trial goes from the reference to listening, judging and feedback, and on to the next")
  func wholeTrial() async throws {
    let fixture = PlayingFixture()
    fixture.settings.intervals = [DirectedInterval(.perfectFifth)]
    fixture.settings.tuningSystem = .justIntonation
    try await fixture.listen()
    let trial = try #require(fixture.observer.trials.last)
    #expect(
      fixture.listener.requests
        == [
          PlayedNoteRules(
            target: trial.targetFrequency, ringing: [trial.referenceFrequency],
            soundedSeconds: trial.noteDuration.seconds)
        ])
    #expect(fixture.player.calls.map(\.frequency) == [trial.referenceFrequency])
    fixture.listener.hear(PlayingFixture.heard(3.25))
    #expect(
      fixture.observer.states == [.playingReference, .listening, .judging, .showingFeedback])
    let completed = try #require(fixture.observer.outcomes.last)
    #expect(completed.played?.error == 3.25 && completed.challenge == trial.challenge)
    #expect(completed.played?.curve == [-1, 0, 1])
    #expect(fixture.results.results == [completed])
    #expect(!fixture.listener.isListening)
    fixture.clock.advance(by: .feedback)
    try await wait(for: "next trial") { fixture.observer.trials.count == 2 }
  }

  @Test(
    "what is no result is said, nothing is recorded, and listening goes on in the same trial",
    arguments: [
      PlayedNoteOutcome.tooShort(seconds: 0.2), .unsteady(wobble: 80),
      .wrongNote(frequency: 440, cents: 0), .inseparable, .lost,
    ])
  func misses(miss: PlayedNoteOutcome) async throws {
    let fixture = PlayingFixture()
    try await fixture.listen()
    let trial = try #require(fixture.observer.trials.last)
    fixture.listener.hear(miss)
    #expect(fixture.observer.events.last == .missed(trial, miss))
    #expect(fixture.session.state == .listening && fixture.listener.isListening)
    // Whether the reference still rings is known from before.
    #expect(fixture.listener.requests.last?.ringing == [trial.referenceFrequency])
    #expect(fixture.listener.requests.last?.continues == true)
    let count = fixture.observer.events.count
    fixture.listener.hear(miss)
    #expect(fixture.observer.events.count == count + 1, "each is told")
    #expect(fixture.results.results.isEmpty)
    fixture.listener.hear(PlayingFixture.heard(-1))
    #expect(fixture.results.results.count == 1)
    #expect(fixture.observer.trials.count == 1)
  }

  @Test("the next trial begins when the tone has ended and the time of the verdict has passed")
  func heldTone() async throws {
    let fixture = PlayingFixture()
    fixture.settings.feedbackTime = 2
    fixture.listener.holdsTone = true
    try await fixture.listen()
    fixture.listener.hear(PlayingFixture.heard(0.5))
    #expect(fixture.clock.sleeperCount == 0, "the player still holds the note")
    fixture.clock.advance(by: .seconds(9))
    #expect(fixture.session.state == .showingFeedback)
    fixture.listener.endTone()
    try await wait(for: "rest") { fixture.clock.sleeperCount == 1 }
    fixture.clock.advance(by: .milliseconds(1900))
    #expect(fixture.session.state == .showingFeedback)
    fixture.clock.advance(by: .milliseconds(100))
    try await wait(for: "next trial") { fixture.observer.trials.count == 2 }
  }

  @Test("a pause while the tone is held does not wait for its end")
  func pausedTone() async throws {
    let fixture = PlayingFixture()
    fixture.listener.holdsTone = true
    try await fixture.listen()
    fixture.listener.hear(PlayingFixture.heard(0.5))
    fixture.session.pause(.asked)
    #expect(fixture.session.state == .paused)
    fixture.listener.endTone()
    #expect(fixture.session.state == .paused && fixture.clock.sleeperCount == 0)
  }

  @Test("a commit lets be judged what was heard; without a note, listening goes on")
  func commit() async throws {
    let fixture = PlayingFixture()
    #expect(!fixture.session.commit())
    try await fixture.listen()
    #expect(fixture.session.handle(.commit, from: .midi))
    #expect(fixture.session.state == .judging && fixture.listener.commitCount == 1)
    #expect(!fixture.session.commit(), "once")
    fixture.listener.hear(.noPitch)
    #expect(fixture.session.state == .listening)
    #expect(
      fixture.observer.states == [.playingReference, .listening, .judging, .listening])
    fixture.session.handle(.commit, from: .midi)
    fixture.listener.hear(PlayingFixture.heard(8))
    #expect(fixture.session.state == .showingFeedback)
    #expect(fixture.observer.outcomes.last?.context.input == .midi)
  }

  @Test("nothing for a minute lets the training wait; after lost input it listens anew")
  func nothingHeard() async throws {
    let fixture = PlayingFixture()
    try await fixture.listen()
    let trials = fixture.observer.trials.count
    fixture.listener.hear(.lost)
    #expect(fixture.session.state == .listening && fixture.observer.trials.count == trials)
    fixture.listener.hear(.noPitch)
    #expect(fixture.session.isPaused)
    #expect(fixture.observer.events.last == .paused(.idleHand))
    #expect(fixture.results.results.isEmpty)
  }

  @Test("of an octave the reference itself is no answer; of other intervals every octave will do")
  func refusedOctave() async throws {
    let cases: [(DirectedInterval, Int?)] = [
      (DirectedInterval(.octave), -1), (DirectedInterval(.octave, .down), 1),
      (DirectedInterval(.perfectFifth), nil), (.prime, nil),
    ]
    for presentation in Presentation.allCases {
      for (interval, octave) in cases {
        let fixture = PlayingFixture()
        fixture.settings.presentation = presentation
        fixture.settings.intervals = [interval]
        try await fixture.listen()
        let request = try #require(fixture.listener.requests.last)
        #expect(request.refusedOctave == octave, "\(interval)")
      }
    }
  }

  @Test("together the reference goes on until the note is judged, and its voices are left out")
  func harmonic() async throws {
    let fixture = PlayingFixture()
    fixture.settings.presentation = .harmonic
    fixture.settings.accompaniment = [.prime, DirectedInterval(.perfectFifth)]
    fixture.settings.intervals = [DirectedInterval(.majorThird)]
    try await fixture.listen()
    let trial = try #require(fixture.observer.trials.last)
    #expect(trial.voices.count == 2)
    let request = try #require(fixture.listener.requests.last)
    #expect(request.accompaniment == trial.voices.map(\.frequency) && request.ringing.isEmpty)
    #expect(fixture.player.handles.allSatisfy { $0.stopCount == 0 })
    fixture.listener.hear(PlayingFixture.heard(0.5))
    #expect(fixture.player.handles.allSatisfy { $0.stopCount > 0 })
    #expect(fixture.observer.outcomes.last?.context.presentation == .harmonic)
    #expect(fixture.observer.outcomes.last?.context.accompaniment == "P1,P5")
  }

  @Test("hearing again, a pause and the end let nobody listen any more")
  func cancelled() async throws {
    for end in [
      { $0.handle(.again) }, { $0.pause(.asked) }, { $0.stop() },
    ] as [(TrainingDriver) -> Void] {
      let fixture = PlayingFixture()
      try await fixture.listen()
      end(fixture.session)
      #expect(!fixture.listener.isListening)
      #expect(fixture.session.state != .listening)
    }
  }

  @Test("a pause while a note is judged follows the answer, or what was missed")
  func pauseWhileJudging() async throws {
    for outcome in [PlayingFixture.heard(2), .tooShort(seconds: 0.1)] {
      let fixture = PlayingFixture()
      try await fixture.listen()
      fixture.session.commit()
      fixture.session.pause(.asked)
      #expect(fixture.session.state == .judging)
      fixture.listener.hear(outcome)
      #expect(fixture.session.isPaused)
      #expect(fixture.results.results.count == (outcome == PlayingFixture.heard(2) ? 1 : 0))
    }
  }

  @Test("an error beyond the player's spread is heard with the truth; an answer can be taken back")
  func replayAndUndo() async throws {
    let fixture = PlayingFixture()
    fixture.settings.afterWrongAnswer = .replay
    try await fixture.listen()
    let trial = try #require(fixture.observer.trials.last)
    fixture.listener.hear(PlayingFixture.heard(25))
    fixture.clock.advance(by: .feedback)
    try await waitForState(fixture.session, .replaying)
    try await wait(for: "replay") { fixture.player.passages.count == 2 }
    let notes = try #require(fixture.player.passages.last).notes.map(\.request.frequency)
    #expect(notes == [trial.targetFrequency.shifted(by: 25), trial.targetFrequency])
    #expect(fixture.session.undo())
    #expect(fixture.results.withdrawn == fixture.results.results)
    #expect(fixture.session.lastResult == nil)
  }

  @Test("the time of an answer runs from the beginning of listening to that of the note")
  func responseTime() async throws {
    let fixture = PlayingFixture()
    fixture.player.now = SoundTime(frame: 48_000, rate: 48_000)
    try await fixture.listen()
    fixture.listener.hear(
      PlayingFixture.heard(0), beganAt: SoundTime(frame: 84_000, rate: 48_000))
    #expect(fixture.observer.outcomes.last?.context.responseTime == 0.75)
    #expect(fixture.observer.outcomes.last?.context.input == nil)
  }
}

@Suite("What is heard")
struct PlayedNoteTests {
  @Test("a curve keeps hundredths of a cent of at most a hundred points, and no gaps")
  func curve() {
    #expect(PlayedCurve(cents: [1.004, .nan, -2.5, 1000]).cents == [1, 1, -2.5, 327.67])
    let long = PlayedCurve(cents: (0..<1000).map { Float($0) / 10 })
    #expect(long.hundredths.count == 100)
    // Each point is the mean of ten.
    #expect(long.cents.first == 0.45 && long.cents.last == 99.45)
    #expect(PlayedCurve(hundredths: [Int16](repeating: 0, count: 101)) == nil)
    #expect(PlayedCurve(cents: []).isEmpty)
  }

  @Test("the nearest note of the grid")
  func nearest() throws {
    let a4 = Frequency(hertz: 440)
    let near = try #require(a4.shifted(by: -130).nearestNote(referencePitch: a4))
    #expect(near.note == MIDINote(68) && abs(near.offset.rawValue + 30) < 1e-9)
    #expect(Frequency(hertz: 19_000).nearestNote(referencePitch: a4) == nil)
  }
}
