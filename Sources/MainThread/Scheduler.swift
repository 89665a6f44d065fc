import Foundation
import Synchronization

/// Where the time comes from, and the order of all work outside the process callback but for Swift's tasks.
///
/// The threads that read standard input, signals and network sockets are not among it: they wait for the world. A
/// program that tests Peach takes the scheduler's place, and that of the executors of tasks; then a seed decides the
/// order, and time passes when there is nothing to do.
public protocol Scheduler: Sendable {
  /// The time of ``ProgramClock``. Any thread.
  var now: ContinuousClock.Instant { get }

  /// What the clock on the wall shows. Any thread.
  var date: Date { get }

  /// - Throws: `CancellationError`
  func sleep(until deadline: ContinuousClock.Instant) async throws

  /// Lets the calling thread stand still. Not for the main thread.
  func block(for duration: Duration)

  /// What a ``MainTimer`` waits with.
  @MainActor func timer(_ call: @escaping @MainActor () -> Void) -> any SchedulerTimer

  /// What a ``MainThreadCall`` asks.
  func call(_ call: @escaping @MainActor @Sendable () -> Void) -> any SchedulerCall

  /// What a ``WorkThread`` gives its work to.
  func thread(named name: String, niceness: CInt) -> any SchedulerThread

  /// What a ``WaitingThread`` runs on.
  func waiter(
    named name: String, _ wakeUps: WakeUps, _ body: @escaping @Sendable () -> Void
  ) -> any SchedulerWaiter
}

/// Nothing is called any more when it is released.
@MainActor
public protocol SchedulerTimer: AnyObject {
  /// The call comes once after so much time; an earlier one that is still to come need not.
  func set(to duration: Duration)
}

/// Nothing is called any more when it is released.
public protocol SchedulerCall: AnyObject, Sendable {
  /// All requests until the main thread has the time make one call. Any thread; takes no memory.
  func request()
}

/// The thread ends with the work that it has when this is released.
public protocol SchedulerThread: AnyObject, Sendable {
  /// Does the work after all that was asked for before. Any thread.
  func perform(_ work: @escaping @Sendable () -> Void)
}

public protocol SchedulerWaiter: AnyObject, Sendable {
  /// Asks for a call at once. Any thread.
  func wake()

  /// Calls nothing from now on but `last`, once, on the thread. Any thread.
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

  /// What the clock on the wall shows. Any thread.
  public static var date: Date { scheduler.date }

  /// Lets the calling thread stand still. Not for the main thread.
  public static func block(for duration: Duration) { scheduler.block(for: duration) }
}

/// The clock by which Peach waits and measures time. It goes on while the machine sleeps.
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
