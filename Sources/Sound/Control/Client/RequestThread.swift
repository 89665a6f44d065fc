import Foundation
import Synchronization

/// A thread that does one thing after another, and sleeps in between.
///
/// Not a dispatch queue, which would use now this thread and now that: libraries keep memory and threads
/// of their own for every thread that ever called them.
final class RequestThread: Sendable {
  private let requests = Mutex<[@Sendable () -> Void]>([])
  private let isWaiting = DispatchSemaphore(value: 0)

  /// The thread lives as long as the process.
  init(name: String) {
    let thread = Thread { [self] in
      while true {
        isWaiting.wait()
        requests.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
      }
    }
    thread.name = name
    thread.start()
  }

  /// Does this after everything that was asked for before. Any thread.
  func perform(_ request: @escaping @Sendable () -> Void) {
    requests.withLock { $0.append(request) }
    isWaiting.signal()
  }
}
