import TestSupport
import Testing

@testable import PeachApp

@Suite("Waiting for the end of a task")
@MainActor
struct TaskWaitTests {
  @Test("a task that ends is waited for, and one that does not end only for so long")
  func limit() async throws {
    let clock = ManualClock()
    await waitForEnd(of: Task {}, within: .seconds(3), on: clock)

    let (stream, gate) = AsyncStream<Void>.makeStream()
    let hanging = Task { for await _ in stream { break } }
    var isOver = false
    let waiting = Task {
      await waitForEnd(of: hanging, within: .seconds(3), on: clock)
      isOver = true
    }
    try await wait(for: "the wait") { clock.sleeperCount == 1 }
    clock.advance(by: .milliseconds(2999))
    await settle()
    #expect(!isOver)
    clock.advance(by: .milliseconds(1))
    await waiting.value
    #expect(isOver)
    gate.finish()
    await hanging.value
  }
}
