import Foundation
import Synchronization

/// The system's time, libdispatch's main queue and threads.
struct SystemScheduler: Scheduler {
  var now: ContinuousClock.Instant { .now }
  var date: Date { Date() }

  func sleep(until deadline: ContinuousClock.Instant) async throws {
    try await Task.sleep(until: deadline, clock: .continuous)
  }

  func block(for duration: Duration) { usleep(UInt32(duration / .microseconds(1))) }

  func timer(_ call: @escaping @MainActor () -> Void) -> any SchedulerTimer { Timer(call) }

  func call(_ call: @escaping @MainActor @Sendable () -> Void) -> any SchedulerCall { Call(call) }

  func thread(named name: String, niceness: CInt) -> any SchedulerThread {
    WorkerThread(name: name, niceness: niceness)
  }

  func waiter(
    named name: String, _ wakeUps: WakeUps, _ body: @escaping @Sendable () -> Void
  ) -> any SchedulerWaiter {
    Waiter(name, wakeUps, body)
  }

  @MainActor
  private final class Timer: SchedulerTimer {
    private let source = DispatchSource.makeTimerSource(queue: .main)

    init(_ call: @escaping @MainActor () -> Void) {
      source.setEventHandler { MainActor.assumeIsolated(call) }
      source.activate()
    }

    isolated deinit { source.cancel() }

    func set(to duration: Duration) {
      let (seconds, attoseconds) = max(.zero, duration).components
      source.schedule(
        deadline: .now() + .seconds(Int(clamping: seconds))
          + .nanoseconds(Int(attoseconds / 1_000_000_000)))
    }
  }

  private final class Call: SchedulerCall {
    // Its methods may be called on any thread, dispatch_source_merge_data(3).
    private nonisolated(unsafe) let source = DispatchSource.makeUserDataOrSource(queue: .main)

    init(_ call: @escaping @MainActor @Sendable () -> Void) {
      source.setEventHandler { MainActor.assumeIsolated(call) }
      source.activate()
    }

    deinit { source.cancel() }

    func request() { source.or(data: 1) }
  }

  /// A thread rather than a dispatch queue, which would use several threads: libraries keep memory
  /// and threads of their own for every thread that ever called them.
  private final class WorkerThread: SchedulerThread {
    /// The work of the thread, apart from its owner so that the thread does not keep it.
    private final class Line: Sendable {
      let work = Mutex<[(@Sendable () -> Void)?]>([])
      let isWaiting = DispatchSemaphore(value: 0)

      /// - Parameter item: `nil` for the end.
      func add(_ item: (@Sendable () -> Void)?) {
        work.withLock { $0.append(item) }
        isWaiting.signal()
      }

      func next() -> (@Sendable () -> Void)? {
        isWaiting.wait()
        return work.withLock { $0.removeFirst() }
      }
    }

    private let line = Line()

    init(name: String, niceness: CInt) {
      let thread = Thread { [line] in
        // Of this thread alone, setpriority(2).
        if niceness != 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
        while let work = line.next() { work() }
      }
      thread.name = name
      thread.start()
    }

    deinit { line.add(nil) }

    func perform(_ work: @escaping @Sendable () -> Void) { line.add(work) }
  }

  private final class Waiter: SchedulerWaiter {
    private let wakeUps: WakeUps

    /// The state of the thread, apart from its owner so that the thread does not keep it.
    private final class Shared: Sendable {
      let last = Mutex<(@Sendable () -> Void)?>(nil)

      /// Posted to wake a thread that is called at intervals.
      let isWaiting = DispatchSemaphore(value: 0)
    }

    private let shared = Shared()

    init(_ name: String, _ wakeUps: WakeUps, _ body: @escaping @Sendable () -> Void) {
      self.wakeUps = wakeUps
      let thread = Thread { [shared] in
        while true {
          switch wakeUps {
          case .posts(let semaphore): semaphore.wait()
          case .interval(let interval):
            let nanoseconds = Int(interval / .nanoseconds(1))
            _ = shared.isWaiting.wait(timeout: .now() + .nanoseconds(nanoseconds))
          }
          if let last = shared.last.withLock({ $0 }) { return last() }
          body()
        }
      }
      thread.name = name
      thread.start()
    }

    func wake() {
      switch wakeUps {
      case .posts(let semaphore): semaphore.post()
      case .interval: shared.isWaiting.signal()
      }
    }

    func stop(then last: @escaping @Sendable () -> Void) {
      shared.last.withLock { $0 = last }
      wake()
    }
  }
}
