import MainThread
import TestSupport
import Testing

@testable import PeachApp

@Suite("Waiting for the end of a task")
@MainActor
struct TaskWaitTests {
  private let clock = ManualClock()

  /// Waits for something that waits on the clock, which is to end after so long and not a millisecond before.
  private func expectEnd(of waiting: Task<Void, Never>, after limit: Duration) async throws {
    var isOver = false
    Task {
      await waiting.value
      isOver = true
    }
    try await wait(for: "the wait") { clock.sleeperCount == 1 }
    clock.advance(by: limit - .milliseconds(1))
    await settle()
    #expect(!isOver)
    clock.advance(by: .milliseconds(1))
    try await wait(for: "its end") { isOver }
  }

  @Test("a task that ends is waited for, and one that does not end only for so long")
  func limit() async throws {
    await withDeadline(.seconds(3), on: clock) { await Task {}.value }

    let (stream, gate) = AsyncStream<Void>.makeStream()
    let hanging = Task { for await _ in stream { break } }
    try await expectEnd(
      of: Task { await withDeadline(.seconds(3), on: clock) { await hanging.value } },
      after: .seconds(3))
    gate.finish()
    await hanging.value
  }

  @Test("the end of a task that can be broken off is waited for; to cancel it then changes nothing")
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
    let waiting = Task { await hanging.wait() }
    await settle()
    hanging.cancel()
    hanging.cancel()
    try await expectEnd(of: waiting, after: .seconds(2))

    // It can see that nobody waits any more.
    gate.finish()
    try await wait(for: "the late end") { isCancelled != nil }
    #expect(isCancelled == true)
  }
}
