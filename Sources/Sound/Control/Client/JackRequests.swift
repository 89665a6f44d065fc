import MainThread
import Synchronization

/// Requests to a JACK server, one after another on a thread of their own.
///
/// Each of these calls hangs if the server hangs, and libjack then holds a lock that every later
/// opening and closing needs. So the main thread never makes such a call itself; the requests after
/// one that hangs are performed when that server continues or has been killed.
///
/// All requests come from the main actor and are queued before the caller suspends: a request that
/// is made before a client is closed is also performed before.
@MainActor
enum JackRequests {
  private static let thread = WorkThread(named: "peach-jack")

  /// The longest wait of a caller for an answer.
  static let answerLimit = Duration.seconds(3)

  /// The longest wait for the ports of a server or the connections of the outputs, after which the
  /// training begins without them.
  static let outputsLimit = Duration.seconds(1)

  /// The longest wait for the closing of a client, which then continues without the caller.
  static let closingLimit = Duration.milliseconds(500)

  /// Performs a request, however long it takes.
  ///
  /// - Parameter meanwhile: called on the main thread before it waits.
  static func perform<Value: Sendable>(
    meanwhile: () -> Void = {}, _ request: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      thread.perform { continuation.resume(returning: request()) }
      meanwhile()
    }
  }

  /// Performs a request and waits no longer than `limit`; `nil` if there was no answer by then. The
  /// request is not withdrawn.
  ///
  /// - Parameter dispose: called with an answer that comes later, on the thread of the requests.
  static func perform<Value: Sendable>(
    within limit: Duration, dispose: @escaping @Sendable (Value) -> Void = { _ in },
    _ request: @escaping @Sendable () -> Value
  ) async -> Value? {
    let isOver = OneShot()
    let timer = MainTimer()
    defer { timer.stop() }
    return await withCheckedContinuation { continuation in
      thread.perform {
        let value = request()
        if isOver.set() { continuation.resume(returning: value) } else { dispose(value) }
      }
      timer.start(after: limit) {
        if isOver.set() { continuation.resume(returning: nil) }
      }
    }
  }

  /// Opens something on a server, and closes it again if that has taken too long.
  ///
  /// - Parameters:
  ///   - server: the server's name, `nil` for the default one.
  ///   - limit: the longest wait; `nil` for as long as it takes.
  ///   - meanwhile: called on the main thread before it waits.
  ///   - close: closes a client that was opened too late, on the thread of the requests.
  /// - Throws: ``JackError``; ``JackError/silent(name:)`` after the limit.
  static func open<Opened: Sendable>(
    on server: String?, within limit: Duration?, meanwhile: () -> Void = {},
    close: @escaping @Sendable (Opened) -> Void,
    _ open: @escaping @Sendable () throws(JackError) -> Opened
  ) async throws -> Opened {
    let request = { @Sendable () -> Result<Opened, JackError> in
      Result { () throws(JackError) in try open() }
    }
    guard let limit else { return try await perform(meanwhile: meanwhile, request).get() }
    let opened = await perform(
      within: limit, dispose: { if case .success(let late) = $0 { close(late) } }, request)
    guard let opened else { throw JackError.silent(name: server) }
    return try opened.get()
  }

  /// Performs a request without waiting for it.
  static func begin(_ request: @escaping @Sendable () -> Void) { thread.perform(request) }
}

/// A flag that one of several threads sets first.
private final class OneShot: Sendable {
  private let isSet = Atomic(false)

  /// True if this call was the first.
  func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
}
