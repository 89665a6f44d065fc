import MainThread
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
  private static let thread = WorkThread(named: "peach-jack")

  /// How long a server may take if a caller waits for its answer.
  static let answerLimit = Duration.seconds(3)

  /// How long a server may take to say what the outputs are connected to, before the training begins
  /// without the answer.
  static let outputsLimit = Duration.seconds(1)

  /// How long closing a client may take before it goes on without the caller.
  static let closingLimit = Duration.milliseconds(500)

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
  ///   - limit: how long to wait; `nil` for as long as it takes.
  ///   - meanwhile: what is done on the main thread before it waits.
  ///   - close: called on the thread of the requests for what was opened too late.
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

/// Something that happens once, whichever thread comes first.
private final class OneShot: Sendable {
  private let isSet = Atomic(false)

  /// Whether this call was the first.
  func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
}
