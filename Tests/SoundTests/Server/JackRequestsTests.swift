import Dispatch
import TestSupport
import Testing

@testable import Sound

@Suite("Requests to a server")
@MainActor
struct JackRequestsTests {
  private let closed = Inbox<Int>("what was closed")

  @Test("what is opened too late is closed, and the caller learns that the server is silent")
  func tooLate() async {
    let gate = DispatchSemaphore(value: 0)
    await #expect(throws: JackError.silent(name: "slow")) {
      _ = try await JackRequests.open(
        on: "slow", within: .milliseconds(1), close: { [closed] in closed.put($0) }
      ) { () throws(JackError) in
        gate.wait()
        return 7
      }
    }
    gate.signal()
    #expect(await closed.next() == 7)
  }

  @Test("what is opened in time stays open, and so does nothing that fails too late")
  func inTime() async throws {
    let opened = try await JackRequests.open(
      on: nil, within: .seconds(120), close: { [closed] in closed.put($0) }
    ) { () throws(JackError) in 7 }
    #expect(opened == 7)
    let gate = DispatchSemaphore(value: 0)
    await #expect(throws: JackError.silent(name: nil)) {
      _ = try await JackRequests.open(
        on: nil, within: .milliseconds(1), close: { [closed] in closed.put($0) }
      ) { () throws(JackError) -> Int in
        gate.wait()
        throw .notActivated
      }
    }
    gate.signal()
    // Behind the late failure.
    await JackRequests.perform { [closed] in closed.put(0) }
    #expect(await closed.next() == 0)
  }
}
