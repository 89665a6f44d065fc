import Foundation
import Synchronization

/// Takes signals to the main thread, where they can be answered in order.
///
/// A handler that writes to a pipe, and a thread that reads it. (Dispatch's signal sources lose what
/// arrives before their registration has gone through.)
public final class SignalWatch {
  /// The signals that were caught, oldest first: one byte each. It lives as long as the process.
  private nonisolated static let pipeEnds: (reading: Int32, writing: Int32) = {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A full pipe must not stop whoever is interrupted; it holds thousands of signals.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }()

  /// How long the main thread may take to come to a signal. Hang-ups and terminations often come in
  /// pairs, so a second one at once means nothing.
  private nonisolated static let patience = Duration.seconds(1)

  /// Calls `receive` on the main thread for each of `signals` from now on; they no longer end or stop
  /// the process. One that was ignored when the process started (`nohup`) stays so. There is one watch
  /// in a process.
  ///
  /// - Parameter whenIgnored: called on a thread of its own at a signal that comes when the main thread
  ///   has not come to an earlier one for a second: it hangs, and the user wants out.
  public init(
    _ signals: [Int32], whenIgnored: @escaping @Sendable (Int32) -> Void,
    receive: @escaping @MainActor @Sendable (Int32) -> Void
  ) {
    signalPipe = Self.pipeEnds.writing
    let waiting = WaitingSignals()
    let source = Self.pipeEnds.reading
    let thread = Thread {
      var number: UInt8 = 0
      var oldestWaiting = ContinuousClock.now
      while true {
        let count = read(source, &number, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return }
        let signal = Int32(number)
        if waiting.count.add(1, ordering: .relaxed).oldValue == 0 {
          oldestWaiting = .now
        } else if ContinuousClock.now - oldestWaiting > Self.patience {
          whenIgnored(signal)
        }
        DispatchQueue.main.async {
          waiting.count.subtract(1, ordering: .relaxed)
          MainActor.assumeIsolated { receive(signal) }
        }
      }
    }
    thread.name = "peach-signals"
    thread.start()
    for number in signals {
      var before = sigaction()
      sigaction(number, nil, &before)
      if Self.isIgnored(before) { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(signalPipe, &byte, 1)
        errno = before
      }
      action.sa_flags = SA_RESTART
      sigaction(number, &action, nil)
    }
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    // SIG_IGN is the address 1, which is no function.
    unsafeBitCast(action.__sigaction_handler, to: Int.self) == 1
  }
}

/// How many signals the main thread has not come to yet.
private nonisolated final class WaitingSignals: Sendable {
  let count = Atomic<Int>(0)
}

/// Where the handler writes. Set before any handler is installed and never again: what makes
/// `nonisolated(unsafe)` true.
private nonisolated(unsafe) var signalPipe: Int32 = -1
