import Music
import TestSupport
import Testing
import Training

@testable import Charts
@testable import PeachApp
@testable import Program

@Suite("What was chosen before the history was there")
@MainActor
struct PendingActionTests {
  private let clock = ManualClock()
  private let unison = ScreenAction.train(TrainingChoice(.comparison, .unison))
  private let matching = ScreenAction.train(TrainingChoice(.matching, .unison))

  @Test("the last choice follows, once")
  func last() {
    let pending = PendingAction(clock: clock) {}
    #expect(pending.take() == nil)
    pending.keep(unison)
    pending.keep(.open(.profile))
    #expect(pending.take() == .open(.profile))
    #expect(pending.take() == nil)
  }

  @Test("what was taken back does not follow, and nothing takes its place")
  func cancelled() {
    let pending = PendingAction(clock: clock) {}
    #expect(!pending.cancel())
    pending.keep(unison)
    #expect(pending.cancel())
    pending.replace(with: matching)
    #expect(pending.take() == nil)
  }

  @Test("what was trained last takes the place of what Enter chose too early")
  func replaced() {
    let pending = PendingAction(clock: clock) {}
    pending.keep(unison)
    pending.replace(with: matching)
    #expect(pending.take() == matching)
  }

  @Test("a training that was named stays, whatever was trained last")
  func named() {
    let pending = PendingAction(clock: clock) {}
    pending.keep(unison, isNamed: true)
    pending.replace(with: matching)
    #expect(pending.take() == unison)

    pending.keep(unison)
    pending.replace(with: matching)
    #expect(pending.take() == matching, "the next one was not named")
  }

  @Test("a wait of more than 0.3 seconds is told, a shorter one is not")
  func longWait() async throws {
    var told = 0
    let pending = PendingAction(clock: clock) { told += 1 }
    pending.keep(unison)
    try await wait(for: "the wait") { clock.sleeperCount == 1 }
    clock.advance(by: .milliseconds(299))
    await settle()
    #expect(told == 0)
    clock.advance(by: .milliseconds(1))
    try await wait(for: "the message") { told == 1 }
    #expect(pending.take() == unison, "it still follows")

    pending.keep(unison)
    try await wait(for: "the next wait") { clock.sleeperCount == 1 }
    pending.cancel()
    clock.advance(by: .seconds(1))
    await settle()
    #expect(told == 1)
  }

  @Test("a training and the profile need the history, everything else does not")
  func need() {
    #expect(unison.needsHistory && ScreenAction.open(.profile).needsHistory)
    let others: [ScreenAction] = [
      .open(.settings), .open(.output), .open(.info), .hearIntervals([.prime]),
      .changeLevel(.by(1)), .open(.listener), .chooseListener(nil), .quit,
    ]
    #expect(!others.contains { $0.needsHistory })
  }
}
