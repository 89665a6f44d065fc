import MainThread
import TestSupport
import Testing

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

  @Test("what the work comes to is returned, and nobody need wait for it")
  func outcome() async {
    let work = WorkInOrder()
    #expect(work.last == nil)
    work.begin { [record] in record.events.append("begun") }
    let count = await work.perform { [record] in record.events.count }
    #expect(count == 1)
    await work.last?.value
    #expect(record.events == ["begun"])
  }
}
