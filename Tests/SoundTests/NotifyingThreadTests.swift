import CJack
import Foundation
import TestSupport
import Testing

@testable import Sound

@Suite("The thread that notifies of a server's end", .timeLimit(.minutes(1)))
struct NotifyingThreadTests {
  /// A thread that reports a server's end and runs until it may end.
  fileprivate struct Notifier {
    private let mayEnd = DispatchSemaphore(value: 0)

    init(_ record: @escaping @Sendable () -> Void) async {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [mayEnd] in
          record()
          continuation.resume()
          _ = mayEnd.wait(within: waitingLimit)
        }
      }
    }

    func end() { mayEnd.signal() }
  }

  /// What several threads know of one.
  private final class Knowledge: Sendable {
    private let thread: NotifyingThread

    init(endsWithServer: Bool) { thread = NotifyingThread(endsWithServer: endsWithServer) }

    var isRunning: Bool { thread.isRunning }
    func record() { thread.record() }
    func waitForEnd() { thread.waitForEnd() }
  }

  @Test("it runs from its report until its end, and is waited for, but not for ever")
  func end() async {
    let known = Knowledge(endsWithServer: true)
    #expect(!known.isRunning)
    let begin = ContinuousClock.now
    known.waitForEnd()
    #expect(.now - begin < NotifyingThread.limit, "there was nothing to wait for")
    let notifier = await Notifier { known.record() }
    let second = ContinuousClock.now
    known.waitForEnd()
    #expect(.now - second >= NotifyingThread.limit)
    #expect(known.isRunning)
    notifier.end()
    known.waitForEnd()
    #expect(!known.isRunning)
  }

  @Test("a thread that goes on after the server's end is not waited for")
  func other() async {
    let known = Knowledge(endsWithServer: false)
    let notifier = await Notifier { known.record() }
    #expect(!known.isRunning)
    notifier.end()
  }
}

extension JackEngineTests {
  @Test("a client is not closed before the thread has ended")
  func closing() async throws {
    let server = server()
    let client = try JackClient(name: "peach", server: Self.serverName)
    #expect(client.activate())
    let notifier = await NotifyingThreadTests.Notifier {
      client.signals.pointee.notifyingThread.record()
    }
    let waited = await JackRequests.perform(within: .seconds(60)) {
      let begin = ContinuousClock.now
      client.close()
      return ContinuousClock.now - begin
    }
    #expect(try #require(waited) >= NotifyingThread.limit)
    notifier.end()
    await server.stop()
  }
}
