import CJack
import Foundation
import Synchronization

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
