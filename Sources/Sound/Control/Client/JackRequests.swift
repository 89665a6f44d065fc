import Dispatch
import Foundation
import Synchronization

/// What is asked of a JACK server, one after another on a thread of their own.
///
/// A server that hangs lets each of these calls hang, and libjack then holds a lock that every later
/// opening and closing needs. So the main thread never makes one itself; and what waits behind a call
/// that hangs comes to its turn when that server goes on or has been killed.
///
/// All requests come from the main actor and are queued before the call gives it up: what is asked before
/// a client is closed is also done before.
@MainActor
enum JackRequests {
  private static let thread = RequestThread(name: "peach-jack")

  /// How long a server may take where somebody waits for its answer.
  static let answerLimit = DispatchTimeInterval.seconds(3)

  /// Asks, however long it takes.
  static func perform<Value: Sendable>(
    _ request: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      thread.perform { continuation.resume(returning: request()) }
    }
  }

  /// Asks and waits no longer than `limit`; `nil` if there was no answer by then. The request is not
  /// withdrawn, and its answer goes nowhere.
  static func perform<Value: Sendable>(
    within limit: DispatchTimeInterval, _ request: @escaping @Sendable () -> Value
  ) async -> Value? {
    let (outcomes, first) = AsyncStream<Value?>.makeStream(bufferingPolicy: .bufferingOldest(1))
    thread.perform { first.yield(request()) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit) { first.yield(nil) }
    for await outcome in outcomes { return outcome }
    return nil
  }

  /// Asks without waiting.
  static func begin(_ request: @escaping @Sendable () -> Void) { thread.perform(request) }
}

/// A thread that does one thing after another, and sleeps in between.
///
/// Not a dispatch queue, which would use now this thread and now that: libraries keep memory and threads
/// of their own for every thread that ever called them.
final class RequestThread: Sendable {
  private let requests = Mutex<[@Sendable () -> Void]>([])
  private let isWaiting = DispatchSemaphore(value: 0)

  /// The thread lives as long as the process.
  init(name: String) {
    let thread = Thread { [self] in
      while true {
        isWaiting.wait()
        requests.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
      }
    }
    thread.name = name
    thread.start()
  }

  /// Does this after everything that was asked for before. Any thread.
  func perform(_ request: @escaping @Sendable () -> Void) {
    requests.withLock { $0.append(request) }
    isWaiting.signal()
  }
}
