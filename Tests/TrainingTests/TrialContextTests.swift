import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("How an answer came about, as the driver sees it")
@MainActor
struct TrialContextTests {
  private static let rate = 48_000.0

  private func time(_ frame: UInt32) -> SoundTime { SoundTime(frame: frame, rate: Self.rate) }

  private func makeFixture() -> ComparisonFixture {
    let fixture = ComparisonFixture()
    fixture.player.recordedSound = "TimGM6mb:0:40"
    fixture.settings.referencePitch = Frequency(hertz: 442)
    fixture.settings.noteDuration = NoteDuration(seconds: 0.3)
    return fixture
  }

  @Test("what sounded, what was believed and who answered is part of the result")
  func comparison() async throws {
    let fixture = makeFixture()
    try await fixture.go(to: .playingNote2)
    let trial = try #require(fixture.observer.trials.first)
    fixture.session.handle(.answer(higher: true), from: .osc)
    let context = try #require(fixture.observer.outcomes.first).context
    #expect(context.soundSource == "TimGM6mb:0:40")
    #expect(context.noteDuration == 0.3)
    #expect(context.amplitude == trial.amplitudeDB.decibels)
    #expect(context.referencePitch == 442)
    #expect(context.strategy == fixture.settings.strategy.rawValue)
    let expected = fixture.hearing.believedThreshold(of: trial.challenge.referenceNote, at: .prime)
    #expect(context.believedThreshold == expected)
    #expect(context.heard == 1 && context.input == .osc)
    #expect(context.presentation == .melodic && context.accompaniment == "P1")
  }

  @Test("the response time counts frames from the second note's first one, also across the wrap")
  func responseTime() async throws {
    for start: UInt32 in [1000, .max - 100] {
      let fixture = makeFixture()
      fixture.player.eventTime = time(start &- 48_000)
      try await fixture.go(to: .playingNote1)
      fixture.player.eventTime = time(start)
      try await fixture.endNote1()
      fixture.player.eventTime = nil
      // A key: this moment. A pad: its own frame.
      fixture.player.now = time(start &+ 12_345)
      let isKey = start == 1000
      fixture.session.handle(
        .answer(higher: true), from: isKey ? .keyboard : .midi, at: isKey ? nil : time(start &+ 24))
      let context = try #require(fixture.observer.outcomes.first).context
      #expect(context.responseTime == (isKey ? 12_345 : 24) / Self.rate)
    }
  }

  @Test("no response time is made up: not without a clock, and not from a frame before the note")
  func unknownResponseTime() async throws {
    let fixture = makeFixture()
    try await fixture.go(to: .playingNote2)
    fixture.player.now = time(1000)
    fixture.session.answer(higher: true)
    #expect(try #require(fixture.observer.outcomes.first).context.responseTime == nil)

    let late = makeFixture()
    try await late.go(to: .playingNote1)
    late.player.eventTime = time(1000)
    try await late.endNote1()
    late.session.handle(.answer(higher: true), from: .midi, at: time(1000 &- 48_000))
    #expect(try #require(late.observer.outcomes.first).context.responseTime == nil)
  }

  @Test("an answer in the period in which the second note begins takes no time")
  func responseWithinPeriod() async throws {
    let fixture = makeFixture()
    try await fixture.go(to: .playingNote1)
    fixture.player.eventTime = time(1000)
    try await fixture.endNote1()
    fixture.session.handle(.answer(higher: true), from: .midi, at: time(990))
    #expect(try #require(fixture.observer.outcomes.first).context.responseTime == 0)
  }

  @Test("in matching the time counts from the tunable note, and there is no strategy")
  func matching() async throws {
    let fixture = PitchMatchingFixture()
    fixture.player.eventTime = time(1000)
    try await fixture.go(to: .playingReference)
    fixture.player.eventTime = time(2000)
    try await fixture.endReference()
    fixture.session.handle(.commitAt(0.25), from: .midi, at: time(50_000))
    let context = try #require(fixture.observer.outcomes.first).context
    #expect(context.responseTime == 1)
    #expect(context.strategy == nil && context.believedThreshold == nil && context.input == .midi)
  }

  @Test("a result names the run that it belongs to")
  func run() async throws {
    let id = UUID()
    let observer = MockTrainingObserver()
    let player = MockNotePlayer()
    let session = TrainingDriver(
      ChoiceMachine(.comparison), player: player, settings: MockUserSettings(),
      chooser: TrainingChooser(.comparison, hearing: { HearingModel() }), observers: [observer],
      runID: id)
    session.start()
    try await wait(for: "first note") { player.soundingCount == 1 }
    player.endNotes()
    try await waitForState(session, .playingNote2)
    session.answer(higher: true)
    #expect(observer.outcomes.map(\.context.run) == [id])
  }
}

@Suite("Taking the last answer back")
@MainActor
struct UndoTests {
  private func withdrawn(_ fixture: ComparisonFixture) -> [CompletedTrial] {
    fixture.observer.events.compactMap {
      if case .withdrawn(_, let outcome) = $0 { outcome } else { nil }
    }
  }

  @Test("one step: nothing before the first answer, nothing twice, and again after the next")
  func oneStep() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    #expect(!fixture.session.undo())
    fixture.session.answer(higher: true)
    #expect(fixture.session.undo() && !fixture.session.undo())
    #expect(fixture.session.state == .showingFeedback)
    try await fixture.endFeedback()
    #expect(!fixture.session.undo())
    try await fixture.endNote1()
    fixture.session.answer(higher: false)
    try await fixture.endFeedback()
    // In the middle of the next trial, which goes on.
    #expect(fixture.session.undo())
    #expect(fixture.session.state == .playingNote1)
    #expect(withdrawn(fixture) == fixture.observer.outcomes)
    #expect(fixture.recorder.withdrawn == fixture.recorder.results)
  }

  @Test("the session knows what it knew before: the last answer")
  func session() async throws {
    let fixture = ComparisonFixture()
    fixture.strategy.centOffset = 20
    try await fixture.go(to: .playingNote2)
    fixture.session.answer(higher: true)
    fixture.strategy.centOffset = 5
    try await fixture.endFeedback()
    try await fixture.endNote1()
    fixture.session.answer(higher: true)
    fixture.session.undo()
    #expect(fixture.session.run?.last == fixture.observer.outcomes.first)
  }

  @Test("an answer that cannot be marked still counts")
  func refused() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    fixture.session.answer(higher: fixture.strategy.centOffset > 0)
    fixture.recorder.refusesWithdrawal = true
    #expect(!fixture.session.undo())
    #expect(withdrawn(fixture).isEmpty)
    fixture.recorder.refusesWithdrawal = false
    #expect(fixture.session.undo())
  }

  @Test("a committed pitch is taken back like an answer")
  func matching() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .showingFeedback)
    #expect(fixture.session.lastResult != nil)
    #expect(fixture.session.undo())
    #expect(fixture.session.lastResult == nil)
  }
}
