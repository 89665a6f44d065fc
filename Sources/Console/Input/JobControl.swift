import Foundation

/// Stopping and continuing the process, as a shell's job control does (POSIX, general terminal interface).
public enum JobControl {
  /// Whether somebody can continue this process after it has stopped: a process of the same session, but of
  /// another group, that is the parent of this group. Without one the group is orphaned, as in
  /// `tmux new peach`, and would stay stopped for ever.
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

  /// Stops this process until it is continued; with a terminal, until it is continued in the foreground. Blocks.
  public static func stop(on terminal: Terminal?) {
    repeat {
      // Sent to this very thread: another thread could receive a signal to the process, and this one
      // would continue for a while before it stops.
      pthread_kill(pthread_self(), SIGSTOP)
    } while terminal?.isInBackground ?? false
  }
}

/// What Linux says of a running process (proc(5)).
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
