import CJack
import Foundation
import Synchronization

/// What JACK's threads report to the main thread besides events: flags and counters behind one
/// pointer.
///
/// JACK's notification threads write; the main thread reads after it has been woken. `@unchecked
/// Sendable` because of the semaphore, which any thread may use until this is deinitialized.
struct JackSignals: ~Copyable, @unchecked Sendable {
  let hasShutDown = Atomic<Bool>(false)
  let xruns = Atomic<Int>(0)
  let bufferSize = Atomic<UInt32>(0)
  let sampleRate = Atomic<UInt32>(0)
  let isFreewheeling = Atomic<Bool>(false)

  /// How often freewheeling began, so that a short one between two reads is not missed.
  let freewheels = Atomic<Int>(0)

  /// Whether the client was activated while the server freewheeled, and forgotten when that ended.
  let isForgotten = Atomic<Bool>(false)

  /// How often ports or connections changed, of any client.
  let graphChanges = Atomic<Int>(0)

  /// Tells ports apart as they come and go.
  let ports: PortIdentities

  /// The address of the client that is notified; 0 until there is one.
  let client = Atomic<UInt>(0)

  /// Posted after each change; the wake-up thread waits for it.
  let wakeUp: UnsafeMutablePointer<sem_t>

  init(ports: PortIdentities) {
    self.ports = ports
    wakeUp = .allocate(capacity: 1)
    sem_init(wakeUp, 0, 0)
  }

  deinit {
    sem_destroy(wakeUp)
    wakeUp.deallocate()
  }
}

/// Waits for a semaphore on a thread of its own and calls the main thread after each post, so that
/// the main thread sleeps until there is something to do.
final class WakeUpThread: Sendable {
  // The semaphore outlives the thread: `stop()` returns after the thread has stopped using it.
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
        // Several posts make one call.
        while sem_trywait(semaphore) == 0 {}
        if isStopping.load(ordering: .acquiring) { break }
        Task { @MainActor in onWakeUp() }
      }
      hasStopped.signal()
    }
    thread.name = "peach-wake-up"
    thread.start()
  }

  /// Ends the thread and waits until it has ended.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    sem_post(semaphore)
    hasStopped.wait()
  }
}
