/// A timer on the main queue that waits again and again and leaves nothing in memory.
///
/// A task that sleeps, or that waits for a continuation, leaves one of the pieces that ``MainThreadCall`` tells of.
/// A session waits some times in each trial, for hours.
@MainActor
public final class MainTimer {
  private lazy var timer = Scheduling.scheduler.timer { [weak self] in self?.wake() }
  private var waiting: (deadline: ProgramClock.Instant, end: () -> Void)?

  public init() {}

  /// Whether something is to be called.
  public var isRunning: Bool { waiting != nil }

  /// Calls `end` once after so much time. What was to be called before this is not called any more.
  public func start(after duration: Duration, then end: @escaping () -> Void) {
    waiting = (ProgramClock.now + duration, end)
    timer.set(to: duration)
  }

  /// Nothing is called any more.
  public func stop() { waiting = nil }

  private func wake() {
    guard let (deadline, end) = waiting else { return }
    let left = ProgramClock.now.duration(to: deadline)
    // The timer may have been due for a wait before this one.
    guard left <= .zero else { return timer.set(to: left) }
    waiting = nil
    end()
  }
}
