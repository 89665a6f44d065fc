import TestSupport
import Testing

@testable import PeachApp

@Suite("Work in the order in which it was asked for")
@MainActor
struct WorkInOrderTests {
  @MainActor private final class Record {
    var events: [String] = []
  }

  private let record = Record()

  @Test("work begins when all that was asked for before it is done")
  func order() async throws {
    let work = WorkInOrder()
    let (stream, gate) = AsyncStream<Void>.makeStream()
    let first = Task { [record] in
      await work.perform {
        record.events.append("first begins")
        for await _ in stream { break }
        record.events.append("first ends")
      }
    }
    try await wait(for: "the first work") { record.events == ["first begins"] }
    let second = Task { [record] in
      await work.perform { record.events.append("second") }
    }
    await settle()
    #expect(record.events == ["first begins"])
    gate.yield()
    await first.value
    await second.value
    #expect(record.events == ["first begins", "first ends", "second"])
  }

  @Test("a task that ends is waited for, and one that does not end only for so long")
  func limit() async throws {
    let clock = ManualClock()
    await waitForEnd(of: Task {}, within: .seconds(3), on: clock)

    let (stream, gate) = AsyncStream<Void>.makeStream()
    let hanging = Task { for await _ in stream { break } }
    let waiting = Task { [record] in
      await waitForEnd(of: hanging, within: .seconds(3), on: clock)
      record.events.append("over")
    }
    try await wait(for: "the wait") { clock.sleeperCount == 1 }
    clock.advance(by: .milliseconds(2999))
    await settle()
    #expect(record.events.isEmpty)
    clock.advance(by: .milliseconds(1))
    await waiting.value
    #expect(record.events == ["over"])
    gate.finish()
    await hanging.value
  }
}
