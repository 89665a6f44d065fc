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

/// A call on the main thread that another thread requests again and again.
///
/// All requests until the main thread is free make one call. A request allocates nothing:
/// libdispatch lets a thread that receives a task or a block from another one keep up to 1024
/// pieces of 80 bytes for later ones, and several threads serve the main queue. The call comes
/// after the work that was sent to the main queue before.
public final class MainThreadCall: Sendable {
  private let call: any SchedulerCall

  /// Releasing the object ends the calls.
  public init(_ call: @escaping @MainActor @Sendable () -> Void) {
    self.call = Scheduling.scheduler.call(call)
  }

  /// The call sees the effects of what happened before the request. Any thread.
  public func request() { call.request() }
}

/// A timer on the main queue that waits again and again and leaves nothing in memory.
///
/// A task that sleeps, or that waits for a continuation, leaves one of the pieces that
/// ``MainThreadCall`` describes. A session waits several times in each trial, for hours.
@MainActor
public final class MainTimer {
  private lazy var timer = Scheduling.scheduler.timer { [weak self] in self?.wake() }
  private var waiting: (deadline: ProgramClock.Instant, end: () -> Void)?

  public init() {}

  public var isRunning: Bool { waiting != nil }

  /// Calls `end` once after that time, in place of the call that was due before.
  public func start(after duration: Duration, then end: @escaping () -> Void) {
    waiting = (ProgramClock.now + duration, end)
    timer.set(to: duration)
  }

  /// Cancels the call.
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

/// Performs work and waits for its outcome, but no longer than `limit`; `nil` after that. The work
/// is not cancelled: a request to a server that hangs may never end. Main thread.
@MainActor
@discardableResult
public func withDeadline<Outcome: Sendable>(
  _ limit: Duration, on clock: any Clock<Duration> = ProgramClock(),
  _ work: @escaping @MainActor () async -> Outcome
) async -> Outcome? {
  let (outcomes, first) = AsyncStream<Outcome?>.makeStream(bufferingPolicy: .bufferingOldest(1))
  let timer = Task {
    try? await clock.sleep(for: limit)
    first.yield(nil)
  }
  defer { timer.cancel() }
  Task { first.yield(await work()) }
  for await outcome in outcomes { return outcome }
  return nil
}

/// Does work one after the other, in the order of the requests. Main thread.
@MainActor
public final class WorkInOrder {
  /// Ends when all work requested so far is done; `nil` before the first request.
  public private(set) var last: Task<Void, Never>?

  public init() {}

  /// Requests work, which begins when all that was requested before it is done. The task ends with
  /// it.
  @discardableResult
  public func begin<Outcome: Sendable>(
    _ work: @escaping @MainActor () async -> Outcome
  ) -> Task<Outcome, Never> {
    let task = Task { [last] in
      await last?.value
      return await work()
    }
    last = Task { _ = await task.value }
    return task
  }

  /// Returns when the work and all that was requested before it are done.
  public func perform<Outcome: Sendable>(
    _ work: @escaping @MainActor () async -> Outcome
  ) async -> Outcome {
    await begin(work).value
  }
}
