import Foundation
import Synchronization

/// Delivers signals to the main thread, in order.
///
/// A handler writes to a pipe, and a thread reads from it. (Dispatch's signal sources lose signals
/// that arrive before their registration is complete.)
public final class SignalWatch {
  private let given: GivenInput?

  /// The pipe for the caught signals, oldest first, one byte each. It lives as long as the process.
  private nonisolated static let pipeEnds: (reading: Int32, writing: Int32) = {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A full pipe must not block an interrupted thread. The pipe holds thousands of signals.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }()

  /// The time in which the main thread should receive a signal. Hangups and terminations often
  /// arrive in pairs, so a second signal alone does not mean that the main thread hangs.
  private nonisolated static let timeout = Duration.seconds(1)

  /// Calls `receive` on the main thread for each of `signals` from now on. They no longer end or
  /// stop the process. A signal that was ignored when the process started (`nohup`) remains
  /// ignored. A process has only one watch.
  ///
  /// - Parameters:
  ///   - given: sends the signals instead of the system, which is then left alone.
  ///   - whenIgnored: called on a separate thread with the latest signal if several have arrived
  ///     and the main thread has not received the first of them for a second. It then hangs,
  ///     perhaps because it writes to a stopped terminal or a full pipe, and the user wants to
  ///     quit.
  public init(
    _ signals: [Int32], from given: GivenInput? = nil,
    whenIgnored: @escaping @Sendable (Int32) -> Void,
    receive: @escaping @MainActor @Sendable (Int32) -> Void
  ) {
    self.given = given
    if let given {
      given.onSignal(receive)
      return
    }
    signalPipe = Self.pipeEnds.writing
    let waiting = WaitingSignals()
    let source = Self.pipeEnds.reading
    let thread = Thread {
      var oldestWaiting = ContinuousClock.now
      // The latest of several that wait.
      var ignored: Int32?
      while true {
        if let signal = ignored {
          let left = Self.timeout - (ContinuousClock.now - oldestWaiting)
          if waiting.count.load(ordering: .relaxed) == 0 {
            ignored = nil
          } else if left <= .zero {
            ignored = nil
            whenIgnored(signal)
          } else if !Self.hasSignal(source, within: left) {
            continue
          }
        }
        var number: UInt8 = 0
        let count = read(source, &number, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return }
        let signal = Int32(number)
        if waiting.count.add(1, ordering: .relaxed).oldValue == 0 {
          oldestWaiting = .now
          ignored = nil
        } else {
          ignored = signal
        }
        Task { @MainActor in
          waiting.count.subtract(1, ordering: .relaxed)
          receive(signal)
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

  /// Sends a signal that a key asks for. It is received like all others.
  public func send(_ number: Int32) {
    if let given { given.send(signal: number) } else { kill(getpid(), number) }
  }

  private nonisolated static func hasSignal(_ source: Int32, within limit: Duration) -> Bool {
    var waiting = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, Int32(max(1, limit.inSeconds * 1000))) > 0
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    // SIG_IGN is the address 1, which is not a function.
    unsafeBitCast(action.__sigaction_handler, to: Int.self) == 1
  }
}

/// The number of signals that the main thread has not received yet.
private nonisolated final class WaitingSignals: Sendable {
  let count = Atomic<Int>(0)
}

/// The descriptor that the handler writes to. It is set before any handler is installed and never
/// again, which makes `nonisolated(unsafe)` correct.
private nonisolated(unsafe) var signalPipe: Int32 = -1

/// Stops and continues the process, as a shell's job control does (POSIX, general terminal
/// interface).
public enum JobControl {
  /// True if a process can continue this one after it has stopped: the parent of this group, if it
  /// is in the same session but in another group. Without it the group is orphaned, as in `tmux new
  /// peach`, and would stay stopped for ever.
  public static var canStop: Bool {
    let (group, session) = (getpgrp(), getsid(0))
    var ancestor = RunningProcess(getppid())
    while let process = ancestor {
      guard process.session == session else { return false }
      if process.group != group { return true }
      ancestor = RunningProcess(process.parent)
    }
    return false
  }

  /// Blocks until this process is continued; with a terminal, until it is continued in the
  /// foreground.
  public static func stop(on terminal: Terminal?) {
    repeat {
      // Another thread could receive a signal to the process, and this one would then run for a
      // while before it stops.
      pthread_kill(pthread_self(), SIGSTOP)
    } while terminal?.isInBackground ?? false
  }
}

/// A running process, as proc(5) describes it.
private struct RunningProcess {
  let parent: pid_t
  let group: pid_t
  let session: pid_t

  /// `nil` if there is no such process.
  init?(_ id: pid_t) {
    guard id > 0, let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
      let name = text.lastIndex(of: ")")
    else { return nil }
    // After the name, which may contain anything: state, parent, group, session.
    let fields = text[text.index(after: name)...].split(separator: " ").prefix(4)
      .compactMap { pid_t($0) }
    guard fields.count == 3 else { return nil }
    (parent, group, session) = (fields[0], fields[1], fields[2])
  }
}
