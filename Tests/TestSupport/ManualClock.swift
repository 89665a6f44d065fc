import Foundation
import Training

/// A clock whose time passes only when a test says so.
public final class ManualClock: TrialClock, @unchecked Sendable {
  public struct Instant: InstantProtocol {
    public var offset: Duration
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  // Guards everything below; that makes the class safe to send.
  private let lock = NSLock()
  private var time = Instant(offset: .zero)
  private var sleepers: [UUID: Sleeper] = [:]

  public nonisolated init() {}

  public nonisolated var now: Instant { lock.withLock { time } }
  public nonisolated var minimumResolution: Duration { .zero }

  /// How many sleeps are under way.
  public nonisolated var sleeperCount: Int { lock.withLock { sleepers.count } }

  public nonisolated func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = lock.withLock {
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= time { return .success(()) }
          sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      lock.withLock { sleepers.removeValue(forKey: id) }?
        .continuation.resume(throwing: CancellationError())
    }
  }

  @MainActor public func timer() -> any TrialTimer { ManualTimer(self) }

  /// Moves time on and wakes whoever slept until then, earliest first.
  public nonisolated func advance(by duration: Duration) {
    let due: [Sleeper] = lock.withLock {
      time = time.advanced(by: duration)
      let due = sleepers.filter { $0.value.deadline <= time }
      for id in due.keys { sleepers.removeValue(forKey: id) }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}

/// A timer by a clock that a test moves.
@MainActor
private final class ManualTimer: TrialTimer {
  private let clock: ManualClock
  private var waiting: Task<Void, Never>?

  init(_ clock: ManualClock) { self.clock = clock }

  isolated deinit { stop() }

  func start(after duration: Duration, then end: @escaping () -> Void) {
    stop()
    let deadline = clock.now.advanced(by: duration)
    waiting = Task { [clock] in
      guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil, !Task.isCancelled
      else { return }
      end()
    }
  }

  func stop() { waiting?.cancel() }
}
