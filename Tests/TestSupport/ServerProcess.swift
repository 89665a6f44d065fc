import Foundation

/// A server as another process. It ends with the object, by its process, never by its name, and with the
/// tests, however those end.
final class ServerProcess {
  private let shell: ChildProcess
  private let pid: pid_t
  private var hasEnded = false

  /// - Parameter command: the program, which is looked for as a shell does, and its arguments.
  init(_ command: [String], environment: [String: String]) throws {
    // The shell ends the server when its standard input does, so a test that crashes leaves none. What
    // the server says is kept for the case that it does not come up.
    let script = """
      log=$(mktemp)
      "$@" </dev/null >"$log" 2>&1 &
      echo $!
      read -r _
      kill -TERM $! 2>/dev/null
      wait $!
      tail -n 3 "$log" >&2
      rm -f "$log"
      """
    shell = try ChildProcess(
      "/bin/sh", ["-c", script, "server"] + command, environment: environment)
    let first = ChildProcess.whatIsThere(in: shell.output) ?? Data()
    let text = String(decoding: first, as: UTF8.self)
    guard let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw ServerFailure(command: command, lastWords: text)
    }
    self.pid = pid
  }

  /// Waits until the server takes clients; false where it has ended, or takes too long.
  ///
  /// - Parameter isUp: asked until it says yes.
  func isReady(_ isUp: () async throws -> Bool) async throws -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while try await !isUp() {
      guard isRunning, Date() < deadline else { return false }
      await Task.yield()
    }
    return true
  }

  /// Whether the process is more than an entry that its shell has not collected yet (proc(5)).
  private var isRunning: Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else {
      return false
    }
    return !(stat.split(separator: ")").last?.hasPrefix(" Z") ?? true)
  }

  /// Whether it has ended, and nobody has asked it to.
  var hasEndedByItself: Bool { !hasEnded && !isRunning }

  /// What it said last; known once it has been stopped.
  var lastWords: String {
    String(decoding: ChildProcess.whatIsThere(in: shell.errors) ?? Data(), as: UTF8.self)
  }

  /// Ends the server as its user would and waits until it has gone.
  func stop() async {
    if !hasEnded {
      hasEnded = true
      kill(pid, SIGTERM)
      kill(pid, SIGCONT)
      try? shell.input.close()
    }
    _ = await shell.end()
  }

  /// Ends the server without warning.
  func crash() async {
    if !hasEnded { kill(pid, SIGKILL) }
    await stop()
  }

  /// Lets the server hang, or go on.
  func hang(_ isHanging: Bool) { kill(pid, isHanging ? SIGSTOP : SIGCONT) }
}

/// A server does not come up.
struct ServerFailure: Error, CustomStringConvertible {
  let command: [String]
  let lastWords: String
  var description: String { "\(command.joined(separator: " ")) does not come up: \(lastWords)" }
}
