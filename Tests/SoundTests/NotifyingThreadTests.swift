import CJack
import Foundation
import TestSupport
import Testing

@testable import Sound

@Suite("The thread that notifies of a server's end", .timeLimit(.minutes(2)))
struct NotifyingThreadTests {
  @Test("it runs from its report until its end, which is waited for")
  func end() async {
    let thread = NotifyingThread()
    #expect(!thread.isRunning)
    // Nothing to wait for.
    thread.waitForEnd()
    let hasReported = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let notifier = Thread {
      thread.record()
      hasReported.signal()
      mayEnd.wait()
    }
    notifier.start()
    await wait(for: hasReported)
    #expect(thread.isRunning)
    mayEnd.signal()
    thread.waitForEnd()
    #expect(!thread.isRunning)
  }

  /// Waits on a thread of its own for a thread that is about to run.
  private func wait(for semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        #expect(semaphore.wait(timeout: .now() + 60) == .success)
        continuation.resume()
      }
    }
  }
}

extension JackEngineTests {
  @Test("a client is closed after its thread has ended with the server, again and again")
  func closedAtTheEnd() async throws {
    for _ in 0..<5 {
      let server = try await server()
      let client = try JackClient(name: "peach", server: Self.serverName)
      #expect(client.activate())
      let thread = client.signals.pointee.notifyingThread
      async let end: Void = server.stop()
      try await wait(for: "the report of the end") {
        client.signals.pointee.hasShutDown.load(ordering: .acquiring)
      }
      let closed = await JackRequests.perform(within: .seconds(30)) {
        client.close()
        return !thread.isRunning
      }
      #expect(closed == true)
      await end
    }
  }
}
