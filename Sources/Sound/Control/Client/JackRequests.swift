import Dispatch
import Foundation
import Synchronization

/// Requests to a JACK server, one after another on a thread of their own.
///
/// Each of these calls hangs if the server hangs, and libjack then holds a lock that every later
/// opening and closing needs. So the main thread never makes such a call itself; requests behind
/// one that hangs are made when that server continues or has been killed.
///
/// All requests come from the main actor and are queued before the caller suspends: a request that
/// is made before a client is closed is also performed before.
@MainActor
enum JackRequests {
  private static let thread = RequestThread(name: "peach-jack")

  /// How long a server may take if a caller waits for its answer.
  static let answerLimit = DispatchTimeInterval.seconds(3)

  /// How long a server may take to say what the outputs are connected to, before the training begins
  /// without the answer.
  static let outputsLimit = DispatchTimeInterval.seconds(1)

  /// How long closing a client may take before it goes on without the caller.
  static let closingLimit = DispatchTimeInterval.milliseconds(500)

  /// Performs a request, however long it takes.
  ///
  /// - Parameter meanwhile: what is done on the main thread before it waits.
  static func perform<Value: Sendable>(
    meanwhile: () -> Void = {}, _ request: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      thread.perform { continuation.resume(returning: request()) }
      meanwhile()
    }
  }

  /// Performs a request and waits no longer than `limit`; `nil` if there was no answer by then. The
  /// request is not withdrawn, and its answer is dropped.
  static func perform<Value: Sendable>(
    within limit: DispatchTimeInterval, _ request: @escaping @Sendable () -> Value
  ) async -> Value? {
    let (outcomes, first) = AsyncStream<Value?>.makeStream(bufferingPolicy: .bufferingOldest(1))
    thread.perform { first.yield(request()) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit) { first.yield(nil) }
    for await outcome in outcomes { return outcome }
    return nil
  }

  /// Performs a request without waiting for it.
  static func begin(_ request: @escaping @Sendable () -> Void) { thread.perform(request) }
}

/// A thread that performs one request after another, and sleeps in between.
///
/// Not a dispatch queue, which would use various threads: libraries keep memory and threads of
/// their own for every thread that ever called them.
private final class RequestThread: Sendable {
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

  /// Performs the request after all earlier ones. Any thread.
  func perform(_ request: @escaping @Sendable () -> Void) {
    requests.withLock { $0.append(request) }
    isWaiting.signal()
  }
}
