import Dispatch

/// What is asked of a JACK server, one after another on a thread of their own.
///
/// A server that hangs lets each of these calls hang, and libjack then holds a lock that every later
/// opening and closing needs. So the main thread never makes one itself; and what waits behind a call
/// that hangs comes to its turn when that server goes on or has been killed.
enum JackRequests {
  private static let queue = DispatchQueue(label: "peach-jack-requests")

  /// Asks, however long it takes.
  static func perform<Value: Sendable>(
    _ request: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: request()) }
    }
  }

  /// Asks and waits no longer than `limit`; `nil` if there was no answer by then. The request is not
  /// withdrawn, and its answer goes nowhere.
  static func perform<Value: Sendable>(
    within limit: DispatchTimeInterval, _ request: @escaping @Sendable () -> Value
  ) async -> Value? {
    let (outcomes, first) = AsyncStream<Value?>.makeStream(bufferingPolicy: .bufferingOldest(1))
    queue.async { first.yield(request()) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit) { first.yield(nil) }
    for await outcome in outcomes { return outcome }
    return nil
  }

  /// Asks without waiting.
  static func begin(_ request: @escaping @Sendable () -> Void) { queue.async(execute: request) }
}
