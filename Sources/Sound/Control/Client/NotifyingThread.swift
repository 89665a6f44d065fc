import CJack
import Foundation
import Synchronization

/// The thread of libjack on which jackd 1.9 notifies a client, known since it reported the end of
/// the server.
///
/// Closing a client cancels that thread wherever it is. While a server shuts down, it still reports
/// that its drivers leave, and libjack (`JackLibClient::ClientNotifyImp`, 1.9.21) takes a lock for
/// that: a thread that is cancelled then keeps the lock, and this closing and every later opening
/// in the process waits for ever. The thread ends by itself as soon as the server's process has
/// gone, so the client is closed after that.
struct NotifyingThread: ~Copyable, Sendable {
  /// The number of the thread in the system; 0 as long as it is not known.
  private let number = Atomic<pid_t>(0)

  /// True if the thread ends with the server. With other libraries than that of jackd 1.9 it serves
  /// other purposes as well, and is not waited for.
  private let endsWithServer: Bool

  /// The longest wait for a server that has reported its end. A server that hangs meanwhile sends
  /// nothing.
  static let limit = Duration.seconds(1)

  init(endsWithServer: Bool = JackLibrary.notifiesOnThreadOfClient) {
    self.endsWithServer = endsWithServer
  }

  /// Records the calling thread as the one that notifies.
  @_noLocks @_noAllocation
  borrowing func record() {
    if endsWithServer { number.store(number_of_this_thread(), ordering: .releasing) }
  }

  /// True if the thread is known and runs.
  var isRunning: Bool {
    let number = number.load(ordering: .acquiring)
    return number != 0 && is_thread_running(number)
  }

  /// Waits until the thread has ended, if it is known, but no longer than the limit. Not for the
  /// main thread.
  func waitForEnd() {
    let deadline = ContinuousClock.now + Self.limit
    while isRunning, ContinuousClock.now < deadline { usleep(1000) }
  }
}
