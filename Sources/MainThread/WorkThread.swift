import Foundation

/// A thread that does work one after the other and sleeps in between. It ends when this is released
/// and all work is done.
public final class WorkThread: Sendable {
  private let thread: any SchedulerThread

  /// - Parameter niceness: 0 for the priority of the process, 19 for the lowest.
  public init(named name: String, niceness: CInt = 0) {
    thread = Scheduling.scheduler.thread(named: name, niceness: niceness)
  }

  /// Does the work after everything that was requested before. Any thread.
  public func perform(_ work: @escaping @Sendable () -> Void) { thread.perform(work) }

  /// Does the work after everything that was requested before, and returns its value.
  public func value<Value: Sendable>(of work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      thread.perform { continuation.resume(returning: work()) }
    }
  }
}

/// A semaphore that threads without locks may post, and one thread waits for.
///
/// `@unchecked Sendable` because any thread may use a semaphore, sem_overview(7).
public final class WakeUpSemaphore: @unchecked Sendable {
  /// Valid as long as this object lives.
  public let handle: UnsafeMutablePointer<sem_t>

  public init() {
    handle = .allocate(capacity: 1)
    sem_init(handle, 0, 0)
  }

  deinit {
    sem_destroy(handle)
    handle.deallocate()
  }

  /// Any thread.
  public func post() { sem_post(handle) }

  /// Takes all posts so far; true if there was one.
  public func take() -> Bool {
    var isPosted = false
    while sem_trywait(handle) == 0 { isPosted = true }
    return isPosted
  }

  /// Returns after a post, all posts so far taken. Not for the main thread.
  func wait() {
    while sem_wait(handle) != 0 {}
    _ = take()
  }
}

/// The times at which a ``WaitingThread`` is called.
public enum WakeUps: Sendable {
  /// After posts; those that come before the thread is free make one call.
  case posts(WakeUpSemaphore)

  /// Repeatedly, with that time in between.
  case interval(Duration)
}

/// A thread that sleeps until there is something to do.
public final class WaitingThread: Sendable {
  private let waiter: any SchedulerWaiter

  /// - Parameter body: called on the thread.
  public init(
    named name: String, _ wakeUps: WakeUps, _ body: @escaping @Sendable () -> Void
  ) {
    waiter = Scheduling.scheduler.waiter(named: name, wakeUps, body)
  }

  /// Requests a call at once. Any thread.
  public func wake() { waiter.wake() }

  /// Lets the thread end. May be called once.
  ///
  /// - Parameter last: called on the thread after all calls of its body.
  public func stop(then last: @escaping @Sendable () -> Void) { waiter.stop(then: last) }

  /// Ends the thread and returns after its last call. May be called once.
  public func stop() {
    let hasStopped = DispatchSemaphore(value: 0)
    waiter.stop { hasStopped.signal() }
    hasStopped.wait()
  }
}
