import Dispatch

/// A clock by which a training waits.
public protocol TrialClock: Clock<Duration> {
  /// A timer that goes by this clock.
  @MainActor func timer() -> any TrialTimer
}

/// Calls something later, on the main thread.
public protocol TrialTimer: AnyObject {
  /// Calls `end` once after so much time. What was to be called before this is not called any more.
  func start(after duration: Duration, then end: @escaping () -> Void)

  /// Nothing is called any more.
  func stop()
}

extension ContinuousClock: TrialClock {
  @MainActor public func timer() -> any TrialTimer { MainTimer() }
}

/// A timer on the main queue that waits again and again and leaves nothing in memory.
///
/// A task that sleeps, or that waits for a continuation, leaves 80 bytes: libdispatch lets each thread that receives
/// work from another one keep up to 1024 such pieces for later, and there are several such threads. A session waits
/// some times in each trial, for hours.
public final class MainTimer: TrialTimer {
  private let source = DispatchSource.makeTimerSource(queue: .main)
  private var waiting: (deadline: ContinuousClock.Instant, end: () -> Void)?

  public init() {
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.wake() } }
    source.activate()
  }

  isolated deinit { source.cancel() }

  /// Whether something is to be called.
  public var isRunning: Bool { waiting != nil }

  public func start(after duration: Duration, then end: @escaping () -> Void) {
    waiting = (.now + duration, end)
    setSource(to: duration)
  }

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
