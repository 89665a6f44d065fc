import MainThread
import TestSupport
import Testing

@Suite("The timer of the main thread")
@MainActor
struct MainTimerTests {
  private let timer = MainTimer()

  @Test("it calls once, and not too early")
  func once() async throws {
    let begin = ContinuousClock.now
    var calls: [Duration] = []
    timer.start(after: .milliseconds(20)) { calls.append(.now - begin) }
    #expect(timer.isRunning)
    try await wait(for: "the call") { !calls.isEmpty }
    #expect(!timer.isRunning)
    await settle()
    #expect(calls.count == 1)
    #expect(calls[0] >= .milliseconds(20))
  }

  @Test("a wait that begins later takes the place of the one before, whichever ends first")
  func again() async throws {
    var calls: [String] = []
    timer.start(after: .seconds(3600)) { calls.append("long") }
    timer.start(after: .zero) { calls.append("short") }
    // Due now, but the main thread gets to it only after the next wait has begun.
    let begin = ContinuousClock.now
    while ContinuousClock.now - begin < .milliseconds(5) {}
    timer.start(after: .milliseconds(30)) { calls.append("last") }
    try await wait(for: "the call") { !calls.isEmpty }
    #expect(ContinuousClock.now - begin >= .milliseconds(35))
    #expect(calls == ["last"])
  }

  @Test("nothing is called after it was stopped, also if that was due")
  func stop() async throws {
    var calls = 0
    timer.start(after: .zero) { calls += 1 }
    let begin = ContinuousClock.now
    while ContinuousClock.now - begin < .milliseconds(5) {}
    timer.stop()
    let other = MainTimer()
    var isOver = false
    other.start(after: .milliseconds(1)) { isOver = true }
    try await wait(for: "another timer") { isOver }
    #expect(calls == 0)
  }

  @Test("what it calls may start it again")
  func repetition() async throws {
    var calls = 0
    func call() {
      calls += 1
      if calls < 20 { timer.start(after: .milliseconds(1), then: call) }
    }
    timer.start(after: .zero, then: call)
    try await wait(for: "the last call") { calls == 20 }
  }
}
