import CTaskHooks
import Foundation
import MainThread
import MemoryJack
import Synchronization
import Training

/// A scheduler under which all that a process does has one order, which a seed decides, and time passes only when there
/// is nothing to do.
///
/// It runs the jobs of all tasks of Swift, the work of ``WorkThread``, the calls of timers and of waiting threads, one
/// after the other. Work of threads is done on threads of their own, so that a call of a JACK server that hangs blocks
/// only them; nothing else is done meanwhile. A process has one, from its beginning to its end. ``run(until:)`` belongs
/// to the main thread.
final class SeededScheduler: Scheduler {
  static let shared = SeededScheduler()

  /// What is called at a time.
  private struct Alarm {
    let deadline: ContinuousClock.Instant
    let call: @Sendable () -> Void
  }

  private struct State {
    var now = ContinuousClock.now
    var passed = Duration.zero

    /// Decides what happens, and in which order things are done. The decisions of a life do not depend on how much there
    /// is to do.
    var random = SeededGenerator(seed: 0)
    var order = SeededGenerator(seed: 0)

    /// What the main thread does, in this order.
    var main: [Work] = []

    /// Jobs of tasks that do not belong to the main thread.
    var jobs: [UnownedJob] = []

    /// Those that follow from one of them, and whether one is done. They come before all else: how many there are is up
    /// to the compiler.
    var nextJobs: [UnownedJob] = []
    var isInJob = false

    /// In the order in which they have begun.
    var threads: [ThreadLine] = []
    var waiters: [Waiter] = []
    var alarms: [Int: Alarm] = [:]
    var lastAlarm = 0
    var steps = 0
  }

  private enum Work {
    case job(UnownedJob)
    case call(@MainActor @Sendable () -> Void)
  }

  private let state = Mutex(State())

  /// What time is besides alarms: the periods of a server.
  @MainActor var periods: (any Periods)?

  private init() {}

  // MARK: The run

  /// Begins anew with another seed. Nothing may be under way.
  func begin(seed: UInt64) {
    seed_chance(seed)
    state.withLock { state in
      state.random = SeededGenerator(seed: seed)
      state.order = SeededGenerator(seed: ~seed)
      state.passed = .zero
      state.steps = 0
    }
  }

  /// How many things have been done since the beginning.
  var steps: Int { state.withLock { $0.steps } }

  /// How much the main thread has to do.
  var mainCount: Int { state.withLock { $0.main.count } }

  /// How much time has passed since the beginning.
  var passed: Duration { state.withLock { $0.passed } }

  /// A number of the same seed.
  func random<Value>(_ draw: (inout SeededGenerator) -> Value) -> Value {
    state.withLock { draw(&$0.random) }
  }

  /// A number on which no decision of a life depends.
  func jitter(_ range: Range<Double>) -> Double {
    state.withLock { Double.random(in: range, using: &$0.order) }
  }

  /// Calls something later, on the main thread.
  func after(_ duration: Duration, _ call: @escaping @MainActor @Sendable () -> Void) {
    addAlarm(after: duration) { [self] in add(.call(call)) }
  }

  /// Does all that there is to do, and lets time pass, until something holds.
  ///
  /// - Throws: ``Standstill`` if nothing can happen any more.
  @MainActor func run(until isDone: () -> Bool) throws {
    while !isDone() {
      settle()
      if !perform() { try letTimePass() }
    }
  }

  /// Nothing is to be done, now or later.
  struct Standstill: Error {}

  /// Waits for what other threads do by themselves.
  @MainActor private func settle() {
    periods?.settle()
    guard isAnyBlocked else { return }
    isAnyBlocked = false
    for line in state.withLock(\.threads) where line.isBusy { wait(for: line) }
  }

  /// Whether a server keeps as many threads waiting as there are at work.
  private func isBlocked() -> Bool {
    let busy = state.withLock { $0.threads.count(where: \.isBusy) }
    return MemoryServer.blockedCount >= busy
  }

  /// Whether a thread that is at work may have been left to itself.
  @MainActor private var isAnyBlocked = false

  /// Waits for a thread that is at work, unless it cannot go on.
  @MainActor private func wait(for line: ThreadLine) {
    if !line.await(isBlocked) { isAnyBlocked = true }
  }

  /// Does one thing; false if there is none.
  @MainActor private func perform() -> Bool {
    enum Choice {
      case main(Work)
      case job(UnownedJob)
      case thread(ThreadLine)
      case waiter(Waiter)
    }
    let choice = state.withLock { state -> Choice? in
      if !state.nextJobs.isEmpty { return .job(state.nextJobs.removeFirst()) }
      let threads = state.threads.filter(\.hasWork)
      let waiters = state.waiters.filter { $0.look() }
      let mains = state.main.isEmpty ? 0 : 1
      let count = mains + state.jobs.count + threads.count + waiters.count
      guard count > 0 else { return nil }
      state.steps += 1
      var index = count == 1 ? 0 : Int.random(in: 0..<count, using: &state.order)
      if index < mains { return .main(state.main.removeFirst()) }
      index -= mains
      if index < state.jobs.count { return .job(state.jobs.remove(at: index)) }
      index -= state.jobs.count
      if index < threads.count { return .thread(threads[index]) }
      return .waiter(waiters[index - threads.count])
    }
    switch choice {
    case nil: return false
    case .main(.job(let job)): job.runSynchronously(on: MainActor.sharedUnownedExecutor)
    case .main(.call(let call)): call()
    case .job(let job):
      state.withLock { $0.isInJob = true }
      job.runSynchronously(on: AnyExecutor.shared.asUnownedTaskExecutor())
      state.withLock { $0.isInJob = false }
    case .thread(let line):
      line.begin()
      wait(for: line)
    case .waiter(let waiter): waiter.call()
    }
    return true
  }

  /// Goes on to the next alarm or the next period.
  @MainActor private func letTimePass() throws {
    let next = state.withLock { state in
      state.alarms.min {
        ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key)
      }
    }
    if let periods, let end = periods.next, next.map({ end <= $0.value.deadline }) ?? true {
      move(to: periods.run(until: next?.value.deadline))
    } else if let next {
      state.withLock { _ = $0.alarms.removeValue(forKey: next.key) }
      move(to: next.value.deadline)
      next.value.call()
    } else {
      throw Standstill()
    }
  }

  private func move(to time: ContinuousClock.Instant) {
    state.withLock { state in
      guard time > state.now else { return }
      state.passed += time - state.now
      state.now = time
    }
  }

  // MARK: Work that comes

  private func add(_ work: Work) { state.withLock { $0.main.append(work) } }

  fileprivate func add(_ job: UnownedJob, isOfMain: Bool) {
    state.withLock { state in
      if isOfMain {
        state.main.append(.job(job))
      } else if state.isInJob {
        state.nextJobs.append(job)
      } else {
        state.jobs.append(job)
      }
    }
  }

  @discardableResult
  private func addAlarm(after duration: Duration, _ call: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastAlarm += 1
      state.alarms[state.lastAlarm] = Alarm(
        deadline: state.now + max(.zero, duration), call: call)
      return state.lastAlarm
    }
  }

  private func removeAlarm(_ number: Int) -> Alarm? {
    state.withLock { $0.alarms.removeValue(forKey: number) }
  }

  // MARK: Scheduler

  /// What the clock on the wall showed when the life began, and by how much it was set since.
  @MainActor func setClock(to date: Date) { clock.withLock { $0 = date - passed / .seconds(1) } }
  @MainActor func moveClock(by seconds: Double) { clock.withLock { $0 += seconds } }
  private let clock = Mutex(Date(timeIntervalSince1970: 1_767_225_600))

  var now: ContinuousClock.Instant { state.withLock { $0.now } }
  var date: Date { clock.withLock(\.self) + passed / .seconds(1) }

  func sleep(until deadline: ContinuousClock.Instant) async throws {
    try Task.checkCancellation()
    let sleep = Sleep()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let number = addAlarm(after: deadline - now) { continuation.resume() }
        // It may have been cancelled before it began.
        if sleep.begin(number), removeAlarm(number) != nil { continuation.resume() }
      }
    } onCancel: {
      guard let number = sleep.cancel(), let alarm = removeAlarm(number) else { return }
      alarm.call()
    }
    try Task.checkCancellation()
  }

  private final class Sleep: Sendable {
    private let state = Mutex<(number: Int?, isCancelled: Bool)>((nil, false))

    /// Returns whether it has been cancelled.
    func begin(_ number: Int) -> Bool {
      state.withLock { state in
        state.number = number
        return state.isCancelled
      }
    }

    /// Returns the number of the alarm if it has begun.
    func cancel() -> Int? {
      state.withLock { state in
        state.isCancelled = true
        return state.number
      }
    }
  }

  func block(for duration: Duration) { move(to: now + duration) }

  func timer(_ call: @escaping @MainActor () -> Void) -> any SchedulerTimer { Timer(call, self) }

  func call(_ call: @escaping @MainActor @Sendable () -> Void) -> any SchedulerCall {
    Call(call, self)
  }

  func thread(named name: String, niceness: CInt) -> any SchedulerThread {
    let line = ThreadLine(name)
    state.withLock { $0.threads.append(line) }
    return WorkerThread(line, self)
  }

  func waiter(
    named name: String, _ wakeUps: WakeUps, _ body: @escaping @Sendable () -> Void
  ) -> any SchedulerWaiter {
    let waiter = Waiter(wakeUps, body, self)
    state.withLock { $0.waiters.append(waiter) }
    waiter.setAlarm()
    return waiter
  }

  @MainActor
  private final class Timer: SchedulerTimer {
    private let call: @MainActor () -> Void
    private let scheduler: SeededScheduler
    private var alarm: Int?

    init(_ call: @escaping @MainActor () -> Void, _ scheduler: SeededScheduler) {
      self.call = call
      self.scheduler = scheduler
    }

    isolated deinit { if let alarm { _ = scheduler.removeAlarm(alarm) } }

    func set(to duration: Duration) {
      if let alarm { _ = scheduler.removeAlarm(alarm) }
      alarm = scheduler.addAlarm(after: duration) { [weak self, scheduler] in
        scheduler.add(.call { self?.call() })
      }
    }
  }

  private final class Call: SchedulerCall {
    private let call: @MainActor @Sendable () -> Void
    private let scheduler: SeededScheduler
    private let isAsked = Atomic(false)

    init(_ call: @escaping @MainActor @Sendable () -> Void, _ scheduler: SeededScheduler) {
      self.call = call
      self.scheduler = scheduler
    }

    func request() {
      guard !isAsked.exchange(true, ordering: .relaxed) else { return }
      scheduler.add(
        .call { [weak self] in
          guard let self else { return }
          isAsked.store(false, ordering: .relaxed)
          call()
        })
    }
  }

  private final class WorkerThread: SchedulerThread {
    private let line: ThreadLine
    private let scheduler: SeededScheduler

    init(_ line: ThreadLine, _ scheduler: SeededScheduler) {
      self.line = line
      self.scheduler = scheduler
    }

    deinit {
      line.end()
      scheduler.state.withLock { $0.threads.removeAll { $0 === line } }
    }

    func perform(_ work: @escaping @Sendable () -> Void) { line.add(work) }
  }

  /// The work of a thread, which begins when it is chosen. The thread keeps it.
  private final class ThreadLine: @unchecked Sendable {
    private let work = Mutex<(waiting: [@Sendable () -> Void], isBusy: Bool, hasEnded: Bool)>(
      ([], false, false))
    private let isChosen = DispatchSemaphore(value: 0)
    private let isDone = DispatchSemaphore(value: 0)

    init(_ name: String) {
      let thread = Thread { [self] in
        while true {
          isChosen.wait()
          guard performNext() else { return }
          isDone.signal()
        }
      }
      thread.name = name
      thread.start()
    }

    /// Does one thing, and releases what that held; false if there is none.
    private func performNext() -> Bool {
      let next = work.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
      next?()
      return next != nil
    }

    var isBusy: Bool { work.withLock { $0.isBusy } }
    var hasWork: Bool { work.withLock { !$0.isBusy && !$0.waiting.isEmpty } }

    func add(_ new: @escaping @Sendable () -> Void) { work.withLock { $0.waiting.append(new) } }

    /// Lets what waits be done at once, then ends the thread.
    func end() {
      let count = work.withLock { $0.waiting.count }
      for _ in 0...count { isChosen.signal() }
    }

    func begin() {
      work.withLock { $0.isBusy = true }
      isChosen.signal()
    }

    /// Returns when the work is done, or cannot go on; whether it is done.
    func await(_ isBlocked: () -> Bool) -> Bool {
      while isDone.wait(timeout: .now() + .microseconds(200)) == .timedOut {
        if isBlocked() { return false }
      }
      work.withLock { $0.isBusy = false }
      return true
    }
  }

  private final class Waiter: SchedulerWaiter {
    private let wakeUps: WakeUps
    private let body: @Sendable () -> Void
    private let scheduler: SeededScheduler
    private let isWoken = Atomic(false)

    init(_ wakeUps: WakeUps, _ body: @escaping @Sendable () -> Void, _ scheduler: SeededScheduler) {
      self.wakeUps = wakeUps
      self.body = body
      self.scheduler = scheduler
    }

    /// Whether it is to be called.
    func look() -> Bool {
      if case .posts(let semaphore) = wakeUps, semaphore.take() { wake() }
      return isWoken.load(ordering: .relaxed)
    }

    func wake() { isWoken.store(true, ordering: .relaxed) }

    func call() {
      isWoken.store(false, ordering: .relaxed)
      body()
      setAlarm()
    }

    func setAlarm() {
      guard case .interval(let interval) = wakeUps else { return }
      scheduler.addAlarm(after: interval) { [weak self] in self?.wake() }
    }

    func stop(then last: @escaping @Sendable () -> Void) {
      scheduler.state.withLock { $0.waiters.removeAll { $0 === self } }
      last()
    }
  }
}

/// What lets time pass besides alarms.
@MainActor
protocol Periods {
  /// When the next period ends; `nil` if none is to come.
  var next: ContinuousClock.Instant? { get }

  /// Runs the next period, and some after it as long as they end before that time; returns when the last one ended.
  func run(until deadline: ContinuousClock.Instant?) -> ContinuousClock.Instant

  /// Returns when the threads of the server have nothing to do.
  func settle()
}

// MARK: - Tasks

/// The main actor's executor in place of libdispatch's main queue.
private final class MainExecutor: SerialExecutor {
  static let shared = MainExecutor()

  func enqueue(_ job: UnownedJob) { SeededScheduler.shared.add(job, isOfMain: true) }
  func checkIsolated() { precondition(Thread.isMainThread) }
  func isIsolatingCurrentContext() -> Bool? { Thread.isMainThread }
}

/// The executor of all other tasks.
private final class AnyExecutor: TaskExecutor {
  static let shared = AnyExecutor()

  func enqueue(_ job: UnownedJob) { SeededScheduler.shared.add(job, isOfMain: false) }
}

extension SeededScheduler {
  /// Takes the place of the system. First of all things in a process.
  static func install() {
    // An object, and what it conforms with.
    let main = unsafeBitCast(
      MainExecutor.shared.asUnownedSerialExecutor(), to: (UInt, UInt).self)
    hook_tasks(
      { job in
        guard let job else { return }
        SeededScheduler.shared.add(unsafeBitCast(job, to: UnownedJob.self), isOfMain: false)
      }, main.0, main.1)
    Scheduling.scheduler = shared
  }
}
