import TestSupport
import Testing

@testable import PeachApp

@Suite("A task that can be broken off")
@MainActor
struct BreakableTaskTests {
  private let clock = ManualClock()

  @Test("its end is waited for; to cancel it then changes nothing")
  func ends() async {
    var count = 0
    let task = BreakableTask(endsWithin: .seconds(2), on: clock) { count += 1 }
    await task.end()
    #expect(count == 1)
    task.cancel()
    await settle()
    #expect(clock.sleeperCount == 0)
  }

  @Test(
    "work that does not end when it is cancelled is abandoned, and its late end ends nothing else")
  func abandoned() async throws {
    let (stream, gate) = AsyncStream<Void>.makeStream()
    var isCancelled: Bool?
    let hanging = BreakableTask(endsWithin: .seconds(2), on: clock) {
      // Not cancelled with the work.
      await Task { for await _ in stream { break } }.value
      isCancelled = Task.isCancelled
    }
    var isOver = false
    let waiting = Task {
      await hanging.end()
      isOver = true
    }
    await settle()
    hanging.cancel()
    hanging.cancel()
    try await wait(for: "the wait") { clock.sleeperCount == 1 }
    clock.advance(by: .milliseconds(1999))
    await settle()
    #expect(!isOver)
    clock.advance(by: .milliseconds(1))
    await waiting.value
    #expect(isOver)

    let (secondStream, secondGate) = AsyncStream<Void>.makeStream()
    let second = BreakableTask(endsWithin: .seconds(2), on: clock) {
      for await _ in secondStream { break }
    }
    var isSecondOver = false
    let waitingForSecond = Task {
      await second.end()
      isSecondOver = true
    }
    gate.finish()
    try await wait(for: "the late end") { isCancelled != nil }
    await settle()
    #expect(isCancelled == true)
    #expect(!isSecondOver)
    secondGate.finish()
    await waitingForSecond.value
  }
}
