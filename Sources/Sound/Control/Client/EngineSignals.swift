import CJack
import Foundation
import Synchronization

/// What JACK's threads tell the main thread besides events: flags and counters behind one pointer.
///
/// JACK's notification threads write, the main thread reads after it has been woken. `@unchecked
/// Sendable` because of the semaphore, which any thread may use until this is deinitialized.
struct EngineSignals: ~Copyable, @unchecked Sendable {
  let hasShutDown = Atomic<Bool>(false)
  let xruns = Atomic<Int>(0)
  let bufferSize = Atomic<UInt32>(0)
  let sampleRate = Atomic<UInt32>(0)
  let isFreewheeling = Atomic<Bool>(false)

  /// How often freewheeling began, so that a short one between two looks is not missed.
  let freewheels = Atomic<Int>(0)

  /// Whether the client was activated while the server freewheeled, and forgotten when that ended.
  let isForgotten = Atomic<Bool>(false)

  /// How often ports or connections changed, anybody's.
  let graphChanges = Atomic<Int>(0)

  /// Which ports have come and gone.
  let ports: PortHistory

  /// Whose notifications these are: the client's address; 0 until there is one.
  let client = Atomic<UInt>(0)

  /// Posted by whoever changed something, waited for by the wake-up thread.
  let wakeUp: UnsafeMutablePointer<sem_t>

  init(ports: PortHistory = PortHistory()) {
    self.ports = ports
    wakeUp = .allocate(capacity: 1)
    sem_init(wakeUp, 0, 0)
  }

  deinit {
    sem_destroy(wakeUp)
    wakeUp.deallocate()
  }
}

/// Waits for a semaphore on a thread of its own and hops to the main thread at each post, so that the
/// main thread sleeps until there is something to do.
final class WakeUpThread: Sendable {
  // The semaphore outlives the thread: `stop()` returns after the thread has left it.
  private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>
  private let isStopping = Atomic<Bool>(false)
  private let hasStopped = DispatchSemaphore(value: 0)

  init(waitingFor semaphore: UnsafeMutablePointer<sem_t>) {
    self.semaphore = semaphore
  }

  func start(onWakeUp: @escaping @MainActor @Sendable () -> Void) {
    let thread = Thread { [self] in
      while true {
        while sem_wait(semaphore) != 0 {}
        // Several posts are one piece of news.
        while sem_trywait(semaphore) == 0 {}
        if isStopping.load(ordering: .acquiring) { break }
        Task { @MainActor in onWakeUp() }
      }
      hasStopped.signal()
    }
    thread.name = "peach-wake-up"
    thread.start()
  }

  /// Ends the thread and waits until it has gone.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    sem_post(semaphore)
    hasStopped.wait()
  }
}
