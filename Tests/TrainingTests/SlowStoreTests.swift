import TestSupport
import Testing

@testable import Training

@Suite("Training driver: a slow store")
@MainActor
struct SlowStoreTests {
  private let fixture = ComparisonFixture()

  /// The events since the first answer, but for states.
  private var events: [TrainingEvent] {
    Array(fixture.observer.events.drop { if case .answered = $0 { false } else { true } }).filter {
      if case .state = $0 { false } else { true }
    }
  }

  /// Answers the first trial.
  private func answer() async throws -> CompletedTrial {
    fixture.recorder.isSlow = true
    try await fixture.go(to: .showingFeedback)
    return try #require(fixture.recorder.results.last)
  }

  /// The numbers of the trials that were posed.
  private var trials: [Int] { fixture.observer.trials.map(\.index) }

  @Test("the verdict comes at once; result and next trial follow the save, which ends the wait")
  func verdict() async throws {
    let answer = try await answer()
    fixture.clock.advance(by: .feedback)
    await settle()
    #expect(events == [.answered(answer)] && fixture.session.state == .showingFeedback)
    fixture.recorder.finish()
    #expect(Array(events.prefix(2)) == [.answered(answer), .result(answer)] && trials == [1, 2])
  }

  @Test("a save that returns while feedback is shown puts nothing off")
  func fastEnough() async throws {
    let answer = try await answer()
    fixture.recorder.finish()
    #expect(events == [.answered(answer), .result(answer)])
    try await fixture.endFeedback()
    #expect(trials == [1, 2])
  }

  @Test("after two seconds the training pauses, and resumes by itself when the save returns")
  func pause() async throws {
    let answer = try await answer()
    fixture.clock.advance(by: .feedback)
    await settle()
    fixture.clock.advance(by: .milliseconds(1599))
    await settle()
    #expect(events == [.answered(answer)])
    fixture.clock.advance(by: .milliseconds(1))
    try await wait(for: "the pause") { events.last == .paused(.history) }
    fixture.recorder.finish()
    #expect(Array(events.prefix(3)) == [.answered(answer), .paused(.history), .result(answer)])
    #expect(trials == [1, 2])
  }

  @Test("a pause that the user wanted meanwhile stays when the save returns")
  func userPause() async throws {
    _ = try await answer()
    fixture.clock.advance(by: .feedback)
    await settle()
    fixture.session.pause(.asked)
    fixture.recorder.finish()
    #expect(fixture.session.isPaused && trials == [1])
    fixture.session.resume()
    #expect(trials == [1, 2])
  }

  @Test("stop silences at once; the end follows the last result")
  func stop() async throws {
    let answer = try await answer()
    fixture.session.stop()
    #expect(fixture.session.isIdle && fixture.session.isStoring && fixture.recorder.endings == 1)
    #expect(fixture.player.handles.filter { !$0.isStopped }.isEmpty)
    #expect(events == [.answered(answer)])
    fixture.recorder.finish()
    #expect(events == [.answered(answer), .result(answer), .stopped(.requested)])
    #expect(!fixture.session.isStoring)
  }

  @Test("an answer is taken back as soon as it is stored, before the end of the training")
  func undo() async throws {
    let answer = try await answer()
    #expect(fixture.session.undo())
    #expect(!fixture.session.undo())
    fixture.session.stop()
    #expect(fixture.recorder.withdrawn.isEmpty)
    fixture.recorder.finish()
    #expect(fixture.recorder.withdrawn == [answer])
    #expect(events.count == 4 && events.last == .stopped(.requested))
    guard case .withdrawn(_, answer) = events[2] else {
      Issue.record("\(events)")
      return
    }
  }

  @Test("the last trial is the last one, also if that turns out after its feedback")
  func lastTrial() async throws {
    let answer = try await answer()
    fixture.clock.advance(by: .feedback)
    await settle()
    fixture.observer.onEvent = { [session = fixture.session] in
      if case .result = $0 { session.stopAfterTrial() }
    }
    fixture.recorder.finish()
    #expect(events == [.answered(answer), .result(answer), .stopped(.requested)])
  }
}
