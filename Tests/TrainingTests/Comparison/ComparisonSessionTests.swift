import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Comparison session: its course")
@MainActor
struct ComparisonSessionTests {
  @Test("a challenge is told before its states, each state once, the result before the next")
  func course() async throws {
    let fixture = ComparisonFixture()
    var told: [String] = []
    fixture.sessionObserver.onEvent = { event in
      switch event {
      case .posed(let challenge): told.append("posed \(challenge.index)")
      case .stateChanged(let state): told.append(state.rawValue)
      case .stopped(let reason): told.append("stopped \(reason)")
      }
    }
    fixture.observer.onCompleted = { _ in told.append("completed") }
    try await fixture.go(to: .awaitingAnswer)
    #expect(fixture.session.answer(higher: true))
    try await fixture.endFeedback()
    try await fixture.endNote1()
    #expect(fixture.session.answer(higher: false))
    fixture.session.stop()
    #expect(
      told == [
        "posed 1", "playingNote1", "playingNote2", "awaitingAnswer", "showingFeedback", "completed",
        "posed 2", "playingNote1", "playingNote2", "showingFeedback", "completed",
        "idle", "stopped requested",
      ])
  }

  @Test("the notes sound as they were posed, the first exact and at 0 dB")
  func sound() async throws {
    let fixture = ComparisonFixture()
    fixture.settings.intervals = [DirectedInterval(.perfectFifth)]
    fixture.settings.tuningSystem = .justIntonation
    fixture.settings.noteDuration = NoteDuration(seconds: 0.3)
    fixture.strategy.referenceNote = MIDINote(69)
    fixture.strategy.centOffset = -12.5
    try await fixture.go(to: .playingNote2)
    let challenge = try #require(fixture.sessionObserver.posed.first)
    #expect(challenge.index == 1)
    #expect(challenge.referenceFrequency.hertz == 440)
    let distance = Cents(from: Frequency(hertz: 660), to: challenge.targetFrequency)
    #expect(abs(distance.rawValue + 12.5) < 1e-9)
    let frequencies = [challenge.referenceFrequency, challenge.targetFrequency]
    #expect(
      fixture.player.calls
        == frequencies.map {
          MockNotePlayer.Call(
            frequency: $0, duration: NoteDuration(seconds: 0.3), velocity: .training,
            amplitudeDB: AmplitudeDB(0))
        })
  }

  @Test(
    "an input that does not fit the state changes nothing",
    arguments: [
      (ComparisonState.idle, false, true), (.playingNote1, false, false),
      (.playingNote2, true, false), (.awaitingAnswer, true, false),
      (.showingFeedback, false, false),
    ])
  func statesAndInputs(state: ComparisonState, answerCounts: Bool, startCounts: Bool) async throws {
    for higher in [true, false] {
      let fixture = ComparisonFixture()
      try await fixture.go(to: state)
      let before = fixture.observer.completed.count
      #expect(fixture.session.answer(higher: higher) == answerCounts)
      #expect(fixture.observer.completed.count == before + (answerCounts ? 1 : 0))
      #expect(fixture.session.state == (answerCounts ? .showingFeedback : state))
    }
    let fixture = ComparisonFixture()
    try await fixture.go(to: state)
    let events = fixture.sessionObserver.events
    fixture.session.start()
    #expect((fixture.sessionObserver.events != events) == startCounts)
    #expect(fixture.session.state == (startCounts ? .playingNote1 : state))
  }

  @Test("an answer during note 1 is ignored, and the note sounds on")
  func answerDuringNote1() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote1)
    #expect(!fixture.session.answer(higher: true))
    await settle()
    #expect(fixture.player.soundingCount == 1)
    #expect(fixture.player.cancelledCount == 0)
    #expect(fixture.observer.completed.isEmpty)
  }

  @Test("an answer during note 2 counts at once and stops the note before anyone is told")
  func answerDuringNote2() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    var soundingWhenTold: Int?
    fixture.observer.onCompleted = { _ in soundingWhenTold = fixture.player.soundingCount }
    #expect(fixture.session.answer(higher: true))
    #expect(fixture.session.state == .showingFeedback)
    #expect(fixture.observer.completed.count == 1)
    #expect(soundingWhenTold == 0)
    #expect(fixture.player.stopAllCount == 1)
  }

  @Test("with a scale of the user's own the second note is the scale's degree, on every note")
  func scale() async throws {
    let fixture = ComparisonFixture()
    let scale = ScalaScale(pitches: [Cents(ratio: 7.0 / 6), Cents(ratio: 1.5), 1200])
    fixture.settings.tuningSystem = .scala(ScalaTuning(name: "septimal", scale: scale))
    fixture.settings.intervals = [DirectedInterval(.minorThird, .down)]
    fixture.strategy.referenceNote = MIDINote(61)
    fixture.strategy.centOffset = 0.5
    try await fixture.go(to: .showingFeedback)
    let challenge = try #require(fixture.sessionObserver.posed.first)
    let ratio = challenge.targetFrequency.hertz / challenge.referenceFrequency.hertz
    #expect(abs(ratio / (6.0 / 7 * Cents(0.5).ratio) - 1) < 1e-12)
    #expect(fixture.observer.completed.first?.tuningSystem.identifier == "scala:septimal")
  }

  @Test("the result says what was asked, answered, in which tuning and when")
  func result() async throws {
    let fixture = ComparisonFixture()
    fixture.settings.tuningSystem = .pythagorean
    try await fixture.go(to: .awaitingAnswer)
    fixture.session.answer(higher: false)
    let completed = try #require(fixture.observer.completed.first)
    #expect(completed.id == ComparisonFixture.id)
    #expect(completed.timestamp == ComparisonFixture.date)
    #expect(completed.comparison == fixture.sessionObserver.posed.first?.comparison)
    #expect(completed.tuningSystem == .pythagorean)
    #expect(!completed.answeredHigher)
    #expect(!completed.isCorrect)
    #expect(fixture.session.isLastAnswerCorrect == false)
  }

  @Test("feedback lasts 0.4 s from the answer, neither less nor more")
  func feedback() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .showingFeedback)
    fixture.clock.advance(by: .milliseconds(399))
    await settle()
    #expect(fixture.session.state == .showingFeedback)
    fixture.clock.advance(by: .milliseconds(1))
    try await waitForState(fixture.session, .playingNote1)
    #expect(fixture.sessionObserver.posed.map(\.index) == [1, 2])
  }

  @Test("what can be observed follows the session and is cleared at its end")
  func observed() async throws {
    let fixture = ComparisonFixture()
    let session = fixture.session
    fixture.settings.intervals = [DirectedInterval(.majorThird, .down)]
    fixture.strategy.centOffset = -7.5
    try await fixture.go(to: .awaitingAnswer)
    #expect(session.currentInterval == DirectedInterval(.majorThird, .down))
    #expect(session.isIntervalMode)
    #expect(session.currentDifficulty == 7.5)
    #expect(session.isLastAnswerCorrect == nil)
    #expect(session.sessionBestCentDifference == nil)
    session.answer(higher: false)
    #expect(session.isLastAnswerCorrect == true)
    #expect(session.sessionBestCentDifference == 7.5)
    try await fixture.endFeedback()
    #expect(session.isLastAnswerCorrect == true)
    session.stop()
    #expect(session.isIdle)
    #expect(session.currentInterval == nil)
    #expect(session.currentDifficulty == nil)
    #expect(session.isLastAnswerCorrect == nil)
    #expect(session.sessionBestCentDifference == nil)
    #expect(!session.isIntervalMode)
  }

  @Test("training of the prime alone is not in interval mode")
  func unisonMode() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote1)
    #expect(!fixture.session.isIntervalMode)
    #expect(fixture.session.currentInterval == .prime)
  }
}
