import Foundation
import Synchronization
import Testing
import Training

/// How long a test waits for another process, a server or a stream: far longer than a busy machine needs, and
/// short enough that a run with a hanging test comes to an end.
///
/// The variable `PEACH_TEST_WAIT` holds another number of seconds, so that a test under work fails at once.
public nonisolated let waitingLimit = Duration.seconds(
  ProcessInfo.processInfo.environment["PEACH_TEST_WAIT"].flatMap(Int.init) ?? 55)

/// The condition that a test waits for does not become true.
public struct WaitingError: Error, CustomStringConvertible {
  public let description: String
}

/// Lets other tasks run until a condition holds, and gives up in the end.
///
/// It yields for as long as work of this process can take on a clock that a test moves by hand. A condition
/// that still does not hold depends on another process or on a server; then it looks once a millisecond, so
/// that the other has the processor.
///
/// - Throws: ``WaitingError`` if the condition does not become true, and what `isTrue` throws.
@MainActor public func wait(
  for what: @autoclosure () -> String, until isTrue: () async throws -> Bool
) async throws {
  for _ in 0..<10_000 {
    if try await isTrue() { return }
    await Task.yield()
  }
  let deadline = ContinuousClock.now + waitingLimit
  while ContinuousClock.now < deadline {
    if try await isTrue() { return }
    try await Task.sleep(for: .milliseconds(1))
  }
  throw WaitingError(description: "no \(what()) within \(waitingLimit)")
}

/// Lets other tasks run until the session is in a state.
///
/// - Throws: ``WaitingError`` if it does not get there.
@MainActor public func waitForState(
  _ session: TrainingDriver, _ state: TrialPhase
) async throws {
  try await wait(for: "state \(state) (it is \(session.state))") { session.state == state }
}

/// Lets every task that can run do so, for a test that nothing happens.
@MainActor public func settle() async {
  for _ in 0..<1_000 { await Task.yield() }
}

extension DispatchSemaphore {
  /// Whether the semaphore is signalled in time. Blocks the thread.
  public nonisolated func wait(within limit: Duration) -> Bool {
    wait(timeout: .now() + limit / .seconds(1)) == .success
  }
}

/// Elements that another thread or process produces, kept in order for a test that waits for them.
///
/// Unlike a plain `AsyncStream`, no wait for an element lasts for ever: after the limit the test fails with
/// what has come so far, and the inbox behaves as if its source had ended.
public nonisolated final class Inbox<Element: Sendable>: AsyncSequence, Sendable {
  private struct State {
    var elements: [Element] = []
    /// The index of the first element that nobody has got yet.
    var position = 0
    var hasEnded = false
    var waiting: [(id: UUID, continuation: CheckedContinuation<Element?, Never>)] = []
  }

  private let state = Mutex(State())
  private let name: String

  /// - Parameter name: what the elements are, for the message of a failure: `lines of peach compare`.
  public init(_ name: String) { self.name = name }

  /// Adds an element. Any thread.
  public func put(_ element: Element) {
    let waiting = state.withLock { state -> CheckedContinuation<Element?, Never>? in
      state.elements.append(element)
      guard !state.waiting.isEmpty else { return nil }
      state.position += 1
      return state.waiting.removeFirst().continuation
    }
    waiting?.resume(returning: element)
  }

  /// Says that there will be no further element. Any thread.
  public func end() {
    let waiting = state.withLock { state in
      state.hasEnded = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.continuation.resume(returning: nil) }
  }

  /// All elements that have come so far, including those that nobody has got yet.
  public var seen: [Element] { state.withLock { $0.elements } }

  /// Waits for the next element.
  ///
  /// - Parameters:
  ///   - limit: if nothing comes for so long, the test fails.
  ///   - details: what else a failure tells.
  /// - Returns: `nil` at the end, after the limit, and in a cancelled task.
  public func next(
    within limit: Duration = waitingLimit, details: @Sendable () -> String = { "" }
  ) async -> Element? {
    let id = UUID()
    let watchdog = Task { await watch(id, for: limit) }
    let element = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> Element?? in
          if state.position < state.elements.count {
            state.position += 1
            return state.elements[state.position - 1]
          }
          if state.hasEnded || Task.isCancelled { return .some(nil) }
          state.waiting.append((id, continuation))
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      giveUp(id)
    }
    watchdog.cancel()
    if await watchdog.value {
      end()
      let last = seen.suffix(20).map { "\n  \($0)" }.joined()
      Issue.record(
        "no further \(name) within \(limit); so far \(seen.count):\(last)\(details())")
    }
    return element
  }

  /// Ends a wait after the limit. False if it has been cancelled before.
  private func watch(_ id: UUID, for limit: Duration) async -> Bool {
    guard (try? await Task.sleep(for: limit)) != nil else { return false }
    return giveUp(id)
  }

  /// Ends one wait, if it still lasts, without an element. False if it does not last any more.
  @discardableResult
  private func giveUp(_ id: UUID) -> Bool {
    let waiter = state.withLock { state in
      state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: nil)
    return waiter != nil
  }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let inbox: Inbox
    public mutating func next() async -> Element? { await inbox.next() }
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await inbox.next()
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(inbox: self) }
}
