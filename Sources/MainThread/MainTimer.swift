import Dispatch

/// A timer on the main queue that waits again and again and leaves nothing in memory.
///
/// A task that sleeps, or that waits for a continuation, leaves one of the pieces that ``MainThreadCall`` tells of.
/// A session waits some times in each trial, for hours.
@MainActor
public final class MainTimer {
  private let source = DispatchSource.makeTimerSource(queue: .main)
  private var waiting: (deadline: ContinuousClock.Instant, end: () -> Void)?

  public init() {
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.wake() } }
    source.activate()
  }

  isolated deinit { source.cancel() }

  /// Whether something is to be called.
  public var isRunning: Bool { waiting != nil }

  /// Calls `end` once after so much time. What was to be called before this is not called any more.
  public func start(after duration: Duration, then end: @escaping () -> Void) {
    waiting = (.now + duration, end)
    setSource(to: duration)
  }

  /// Nothing is called any more.
  public func stop() { waiting = nil }

  private func wake() {
    guard let (deadline, end) = waiting else { return }
    let left = ContinuousClock.now.duration(to: deadline)
    // The source may have been due for a wait before this one.
    guard left <= .zero else { return setSource(to: left) }
    waiting = nil
    end()
  }

  private func setSource(to duration: Duration) {
    let (seconds, attoseconds) = max(.zero, duration).components
    source.schedule(
      deadline: .now() + .seconds(Int(clamping: seconds))
        + .nanoseconds(Int(attoseconds / 1_000_000_000)))
  }
}
