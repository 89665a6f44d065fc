import MainThread

/// A clock by which a training waits.
public protocol TrialClock: Clock<Duration> {
  /// A timer of this clock.
  @MainActor func timer() -> any TrialTimer
}

/// Makes a call later, on the main thread.
public protocol TrialTimer: AnyObject {
  /// Calls `end` once after this duration, in place of an earlier call that is still due.
  func start(after duration: Duration, then end: @escaping () -> Void)

  /// Cancels the call.
  func stop()
}

extension ProgramClock: TrialClock {
  @MainActor public func timer() -> any TrialTimer { MainTimer() }
}

extension MainTimer: TrialTimer {}
