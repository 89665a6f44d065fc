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
  /// Returns when the work is done, and all that was asked for before it.
  public func perform<Outcome: Sendable>(
    _ work: @escaping @MainActor () async -> Outcome
  ) async -> Outcome {
    await begin(work).value
  }
}
