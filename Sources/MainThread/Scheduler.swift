import Foundation
import Synchronization

/// The source of time, and the order of all work outside the process callback except Swift's tasks.
///
/// Threads that read standard input, signals and network sockets are not included: they wait for
/// the world. A program that tests Peach replaces the scheduler and the executors of tasks; then a
/// seed decides the order, and time passes when there is nothing to do.
public protocol Scheduler: Sendable {
  /// The time of ``ProgramClock``. Any thread.
  var now: ContinuousClock.Instant { get }

  /// The time of the wall clock. Any thread.
  var date: Date { get }

  /// - Throws: `CancellationError`
  func sleep(until deadline: ContinuousClock.Instant) async throws

  /// Blocks the calling thread. Not for the main thread.
  func block(for duration: Duration)

  /// Makes the timer of a ``MainTimer``.
  @MainActor func timer(_ call: @escaping @MainActor () -> Void) -> any SchedulerTimer

  /// Makes the call of a ``MainThreadCall``.
  func call(_ call: @escaping @MainActor @Sendable () -> Void) -> any SchedulerCall

  /// Makes the thread of a ``WorkThread``.
  func thread(named name: String, niceness: CInt) -> any SchedulerThread

  /// Makes the thread of a ``WaitingThread``.
  func waiter(
    named name: String, _ wakeUps: WakeUps, _ body: @escaping @Sendable () -> Void
  ) -> any SchedulerWaiter
}

/// A timer that calls nothing after its release.
@MainActor
public protocol SchedulerTimer: AnyObject {
  /// Makes one call after that time; an earlier one that is still due may be dropped.
  func set(to duration: Duration)
}

/// A call that does not come after its release.
public protocol SchedulerCall: AnyObject, Sendable {
  /// Requests a call; all requests until the main thread is free make one. Any thread; allocates
  /// nothing.
  func request()
}

/// A thread that ends with the work that it has when this is released.
public protocol SchedulerThread: AnyObject, Sendable {
  /// Does the work after everything that was requested before. Any thread.
  func perform(_ work: @escaping @Sendable () -> Void)
}

public protocol SchedulerWaiter: AnyObject, Sendable {
  /// Requests a call at once. Any thread.
  func wake()

  /// Ends the calls with one of `last`, on the thread. Any thread.
  func stop(then last: @escaping @Sendable () -> Void)
}

/// The scheduler of the process.
public enum Scheduling {
  private static let chosen = Mutex<any Scheduler>(SystemScheduler())

  /// The system's time and threads, unless something else is set before anything is scheduled.
  public static var scheduler: any Scheduler {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }

  /// The time of the wall clock. Any thread.
  public static var date: Date { scheduler.date }

  /// Blocks the calling thread. Not for the main thread.
  public static func block(for duration: Duration) { scheduler.block(for: duration) }
}

/// The clock by which Peach waits and measures time. It runs while the machine sleeps.
public struct ProgramClock: Clock {
  public typealias Instant = ContinuousClock.Instant

  public init() {}

  public static var now: Instant { Scheduling.scheduler.now }
  public var now: Instant { Self.now }
  public var minimumResolution: Duration { .nanoseconds(1) }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Scheduling.scheduler.sleep(until: deadline)
  }

  /// - Throws: `CancellationError`
  public static func sleep(for duration: Duration) async throws {
    try await Scheduling.scheduler.sleep(until: now + duration)
  }
}
