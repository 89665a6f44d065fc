import Foundation

/// Takes signals to the main thread, where they can be answered in order.
///
/// A handler that writes to a pipe, and a thread that reads it. (Dispatch's signal sources lose what
/// arrives before their registration has gone through.)
final class SignalWatch {
  /// The signals that were caught, oldest first: one byte each. It lives as long as the process.
  private nonisolated static let pipeEnds: (reading: Int32, writing: Int32) = {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A full pipe must not stop whoever is interrupted; it holds thousands of signals.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }()

  /// Calls `receive` on the main thread for each of `signals` from now on; they no longer end or stop
  /// the process. There is one watch in a process.
  init(_ signals: [Int32], receive: @escaping @MainActor @Sendable (Int32) -> Void) {
    signalPipe = Self.pipeEnds.writing
    let source = Self.pipeEnds.reading
    let thread = Thread {
      var number: UInt8 = 0
      while true {
        let count = read(source, &number, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return }
        let signal = Int32(number)
        DispatchQueue.main.async { MainActor.assumeIsolated { receive(signal) } }
      }
    }
    thread.name = "peach-signals"
    thread.start()
    for number in signals {
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
}

/// Where the handler writes. Set before any handler is installed and never again: what makes
/// `nonisolated(unsafe)` true.
private nonisolated(unsafe) var signalPipe: Int32 = -1
