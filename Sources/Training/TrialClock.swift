import MainThread

/// A clock by which a training waits.
public protocol TrialClock: Clock<Duration> {
  /// A timer that goes by this clock.
  @MainActor func timer() -> any TrialTimer
}

/// Calls something later, on the main thread.
public protocol TrialTimer: AnyObject {
  /// Calls `end` once after this duration. An earlier call that is still to come is cancelled.
  func start(after duration: Duration, then end: @escaping () -> Void)

  /// Nothing is called any more.
  func stop()
}

extension ProgramClock: TrialClock {
  @MainActor public func timer() -> any TrialTimer { MainTimer() }
}

extension MainTimer: TrialTimer {}
