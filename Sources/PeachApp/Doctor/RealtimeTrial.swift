import Foundation
import Synchronization

/// Tries whether a thread may run in real time: limits, capabilities and control groups all have a say.
enum RealtimeTrial {
  nonisolated static func isAllowed(priority: Int) -> Bool {
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    let thread = Thread {
      var parameters = sched_param()
      parameters.sched_priority = Int32(priority)
      let result = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
      outcome.isAllowed.store(result == 0, ordering: .releasing)
      done.signal()
    }
    thread.start()
    done.wait()
    return outcome.isAllowed.load(ordering: .acquiring)
  }

  private nonisolated final class Outcome: Sendable {
    let isAllowed = Atomic(false)
  }
}
