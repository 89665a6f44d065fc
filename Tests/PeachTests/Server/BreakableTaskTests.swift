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
    await task.wait()
    #expect(count == 1)
    task.cancel()
    await settle()
    #expect(clock.sleeperCount == 0)
  }

  @Test("work that does not end when it is cancelled is abandoned")
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
      await hanging.wait()
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

    // It can see that nobody waits any more.
    gate.finish()
    try await wait(for: "the late end") { isCancelled != nil }
    #expect(isCancelled == true)
  }
}
