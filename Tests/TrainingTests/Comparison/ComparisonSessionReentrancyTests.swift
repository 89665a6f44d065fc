import Music
import TestSupport
import Testing

@testable import Training

@Suite("Comparison session: calls from its observers")
@MainActor
struct ComparisonSessionReentrancyTests {
  private typealias Event = MockComparisonSessionObserver.Event

  @Test(
    "stop inside any state change ends the training once, in order",
    arguments: [
      ComparisonState.playingNote1, .playingNote2, .awaitingAnswer, .showingFeedback,
    ])
  func stopInStateChange(state: ComparisonState) async throws {
    let fixture = ComparisonFixture()
    fixture.player.endsNotesInstantly = state != .showingFeedback
    fixture.sessionObserver.onEvent = { event in
      if event == .stateChanged(state) { fixture.session.stop() }
    }
    if state == .showingFeedback {
      try await fixture.go(to: .playingNote2)
      fixture.session.answer(higher: true)
    } else {
      fixture.session.start()
    }
    try await waitForState(fixture.session, .idle)
    await settle()
    #expect(
      fixture.sessionObserver.events.suffix(3) == [
        .stateChanged(state), .stateChanged(.idle), .stopped(.requested),
      ])
    #expect(fixture.sessionObserver.stops.count == 1)
    // What was answered counts, although the stop came before it was told.
    #expect(fixture.observer.completed.count == (state == .showingFeedback ? 1 : 0))
  }

  @Test("stop as a challenge is posed ends the training before a note sounds")
  func stopInPosed() async {
    let fixture = ComparisonFixture()
    fixture.sessionObserver.onEvent = { event in
      if case .posed = event { fixture.session.stop() }
    }
    fixture.session.start()
    await settle()
    #expect(fixture.session.isIdle)
    #expect(fixture.player.calls.isEmpty)
    #expect(fixture.sessionObserver.states == [.playingNote1, .idle])
    #expect(fixture.sessionObserver.stops == [.requested])
  }

  @Test("stop after the last of a number of results poses no other challenge")
  func stopInCompleted() async throws {
    let fixture = ComparisonFixture()
    let second = MockComparisonObserver()
    fixture.session.addObserver(second)
    fixture.observer.onCompleted = { _ in
      if fixture.observer.completed.count == 2 { fixture.session.stop() }
    }
    second.onCompleted = { _ in
      // Who comes later in the row hears of the result before the end, too.
      #expect(fixture.sessionObserver.stops.isEmpty)
    }
    try await fixture.go(to: .showingFeedback)
    try await fixture.endFeedback()
    try await fixture.endNote1()
    fixture.session.answer(higher: false)
    fixture.clock.advance(by: .seconds(1))
    await settle()
    #expect(fixture.session.isIdle)
    #expect(fixture.sessionObserver.posed.count == 2)
    #expect(fixture.observer.completed.count == 2)
    #expect(second.completed.count == 2)
  }

  @Test("an observer may answer as soon as note 2 begins; the note is then never heard")
  func answerInStateChange() async throws {
    let fixture = ComparisonFixture()
    fixture.sessionObserver.onEvent = { event in
      if event == .stateChanged(.playingNote2) { #expect(fixture.session.answer(higher: true)) }
    }
    fixture.player.endsNotesInstantly = true
    fixture.session.start()
    try await wait(for: "result") { fixture.observer.completed.count == 1 }
    await settle()
    #expect(fixture.player.calls.count == 1)
    #expect(
      fixture.sessionObserver.states == [.playingNote1, .playingNote2, .showingFeedback])
  }

  @Test("a new start from the report of the end goes from challenge 1")
  func startInStopped() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    fixture.sessionObserver.onEvent = { event in
      if case .stopped = event { fixture.session.start() }
    }
    fixture.session.stop()
    #expect(fixture.session.state == .playingNote1)
    #expect(fixture.sessionObserver.posed.map(\.index) == [1, 1])
    #expect(fixture.sessionObserver.states.suffix(2) == [.idle, .playingNote1])
  }

  @Test("observers are told in the order in which they were handed over, in feedback")
  func order() async throws {
    let fixture = ComparisonFixture()
    let second = MockComparisonObserver()
    fixture.session.addObserver(second)
    var told: [String] = []
    fixture.observer.onCompleted = { _ in
      told.append("first")
      #expect(fixture.session.state == .showingFeedback)
    }
    second.onCompleted = { _ in told.append("second") }
    try await fixture.go(to: .showingFeedback)
    #expect(told == ["first", "second"])
  }
}
